// Judge says what is wrong with an OpenAPI document, by the schema of OpenAPI itself and by whether every reference in it
// leads somewhere.
//
// usage: judge FILE
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: judge FILE")
		os.Exit(2)
	}
	if err := judge(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("The document is a valid OpenAPI document.")
}

func judge(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	document, err := libopenapi.NewDocument(text)
	if err != nil {
		return err
	}
	v, problems := validator.NewValidator(document)
	if len(problems) > 0 {
		return errors.Join(problems...)
	}
	valid, wrong := v.ValidateDocument()
	if valid {
		return nil
	}
	var all []error
	for _, w := range wrong {
		all = append(all, fmt.Errorf("line %d: %s: %s", w.SpecLine, w.Message, w.Reason))
		for _, s := range w.SchemaValidationErrors {
			all = append(all, fmt.Errorf("  line %d: %s: %s", s.Line, s.FieldPath, s.Reason))
		}
	}
	return errors.Join(all...)
}
