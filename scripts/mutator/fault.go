package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
)

// fault is a piece of a source file and what stands in its place.
type fault struct {
	path       string
	line       int
	start, end int // bytes of the file
	was, is    string
}

// String tells where the fault is and what it changes.
func (f *fault) String() string { return fmt.Sprintf("%s:%d: %s → %s", f.path, f.line, f.was, f.is) }

// apply is the source with the fault in it.
func (f *fault) apply(source []byte) []byte {
	return slices.Concat(source[:f.start], []byte(f.is), source[f.end:])
}

// collector gathers the faults of one file.
type collector struct {
	files  *token.FileSet
	path   string
	source []byte
	faults []fault
}

// faultsIn are the faults that can be put into the functions of a file.
func faultsIn(path string) ([]fault, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &collector{files: token.NewFileSet(), path: path, source: source}
	tree, err := parser.ParseFile(c.files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			c.function(f.Type, f.Body)
		}
	}
	return c.faults, nil
}

// add notes a fault in the place from start to end.
func (c *collector) add(start, end token.Pos, is string) {
	from, to := c.files.Position(start), c.files.Position(end)
	was := string(c.source[from.Offset:to.Offset])
	if was != is {
		c.faults = append(c.faults, fault{c.path, from.Line, from.Offset, to.Offset, was, is})
	}
}

// function walks through a function's body. Functions in it are walked for themselves, because they return other things.
func (c *collector) function(kind *ast.FuncType, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			c.function(n.Type, n.Body)
			return false
		case *ast.ReturnStmt:
			c.returned(kind, n)
		case *ast.BlockStmt:
			c.statements(n.List)
		case *ast.CaseClause:
			c.statements(n.Body)
		case ast.Expr:
			c.expression(n)
		case *ast.AssignStmt:
			c.operator(n.TokPos, n.Tok)
		case *ast.IncDecStmt:
			c.operator(n.TokPos, n.Tok)
		}
		return true
	})
}

// swapped says which operators a fault puts in the place of another.
func swapped(op token.Token) []token.Token {
	switch op {
	case token.ADD:
		return []token.Token{token.SUB}
	case token.SUB:
		return []token.Token{token.ADD}
	case token.MUL:
		return []token.Token{token.QUO}
	case token.QUO, token.REM:
		return []token.Token{token.MUL}
	case token.LSS:
		return []token.Token{token.LEQ, token.GTR}
	case token.LEQ:
		return []token.Token{token.LSS, token.GTR}
	case token.GTR:
		return []token.Token{token.GEQ, token.LSS}
	case token.GEQ:
		return []token.Token{token.GTR, token.LSS}
	case token.EQL:
		return []token.Token{token.NEQ}
	case token.NEQ:
		return []token.Token{token.EQL}
	case token.LAND:
		return []token.Token{token.LOR}
	case token.LOR:
		return []token.Token{token.LAND}
	case token.ADD_ASSIGN:
		return []token.Token{token.SUB_ASSIGN}
	case token.SUB_ASSIGN:
		return []token.Token{token.ADD_ASSIGN}
	case token.INC:
		return []token.Token{token.DEC}
	case token.DEC:
		return []token.Token{token.INC}
	default:
		return nil
	}
}

// operator puts others in the place of an operator.
func (c *collector) operator(at token.Pos, op token.Token) {
	for _, other := range swapped(op) {
		c.add(at, at+token.Pos(len(op.String())), other.String())
	}
}

// expression makes the faults of operators, constants, and min and max.
func (c *collector) expression(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		c.operator(e.OpPos, e.Op)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			c.add(e.OpPos, e.OpPos+1, "")
		}
	case *ast.BasicLit:
		c.constant(e)
	case *ast.Ident:
		other := map[string]string{"min": "max", "max": "min", "true": "false", "false": "true"}[e.Name]
		if other != "" {
			c.add(e.Pos(), e.End(), other)
		}
	}
}

// constant makes a whole number greater and smaller by one.
func (c *collector) constant(e *ast.BasicLit) {
	n, err := strconv.ParseInt(e.Value, 0, 64)
	if e.Kind != token.INT || err != nil {
		return
	}
	c.add(e.Pos(), e.End(), strconv.FormatInt(n+1, 10))
	c.add(e.Pos(), e.End(), "("+strconv.FormatInt(n-1, 10)+")")
}

// statements leaves out one statement at a time, of those that declare nothing.
func (c *collector) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt:
		default:
			continue
		}
		c.add(s.Pos(), s.End(), "{}")
	}
}

// returned puts a fixed value in the place of what a function returns, when that is one value of a plain type.
func (c *collector) returned(kind *ast.FuncType, s *ast.ReturnStmt) {
	if kind.Results.NumFields() != 1 || len(s.Results) != 1 {
		return
	}
	of, ok := kind.Results.List[0].Type.(*ast.Ident)
	if !ok {
		return
	}
	values := map[string][]string{
		"bool": {"true", "false"}, "string": {`""`}, "error": {"nil"},
		"int": {"0"}, "int32": {"0"}, "int64": {"0"}, "Date": {"0"},
	}[of.Name]
	for _, v := range values {
		c.add(s.Results[0].Pos(), s.Results[0].End(), v)
	}
}
