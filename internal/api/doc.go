// Package api is the public HTTP API: the route table, the binding of requests to parameters, one file per collection,
// and the description of it all.
//
// A request goes through Server.ServeHTTP, which finds out who asks, whether the account's rates and the key's
// permissions allow it, binds the parameters and calls the handler of the route. Handlers that read ask the store,
// handlers that change ask the app. Only two functions write a response: exchange.reply and exchange.fail.
package api
