package api

import (
	"embed"
	"mime"
	"net/http"
	"path"
)

// openAPI is the OpenAPI document. A test makes it of the route table.
//
//go:embed openapi.json
var openAPI []byte

//go:embed docs/index.html docs/page.css docs/rapidoc-9.3.8.min.js.gz
var docFiles embed.FS

// ServeDocs serves the description of the API and the page that shows it. Neither needs a key, and the page asks nothing
// of any other server.
func ServeDocs() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Prefix+"/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Access-Control-Allow-Origin", "*") // it is public
		_, _ = w.Write(openAPI)
	})
	for _, path := range []string{"/openapi.json", "/docs"} {
		mux.HandleFunc("OPTIONS "+Prefix+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", "GET, HEAD, OPTIONS")
			w.WriteHeader(http.StatusNoContent)
		})
	}
	mux.HandleFunc("GET "+Prefix+"/docs", serveDocFile("docs/index.html"))
	mux.HandleFunc("GET "+Prefix+"/docs/{$}", serveDocFile("docs/index.html"))
	mux.HandleFunc("GET "+Prefix+"/docs/page.css", serveDocFile("docs/page.css"))
	mux.HandleFunc("GET "+Prefix+"/docs/rapidoc.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		http.ServeFileFS(w, r, docFiles, "docs/rapidoc-9.3.8.min.js.gz")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", requestID(r))
		w.Header().Set("X-Api-Version", Version)
		mux.ServeHTTP(w, r)
	})
}

func serveDocFile(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
		header.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		header.Set("X-Content-Type-Options", "nosniff")
		content, err := docFiles.ReadFile(name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(content)
	}
}
