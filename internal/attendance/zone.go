package attendance

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // zones must be known on machines that have none installed
)

// zoneName is the shape of the Area/Location names of the IANA database. Abbreviations such as EST, POSIX strings and
// file names are not zone names, although the library would load some of them.
var zoneName = regexp.MustCompile(`^[A-Z][A-Za-z]+(/[A-Za-z0-9+_-]+){1,2}$`)

// Zones loads time zones by name and keeps them. The zero value is ready; it is safe for concurrent use.
type Zones struct{ loaded sync.Map }

// Load is the zone of an IANA Area/Location name, or UTC.
func (z *Zones) Load(name string) (*time.Location, error) {
	if l, ok := z.loaded.Load(name); ok {
		return l.(*time.Location), nil //nolint:forcetypeassert // only locations are stored
	}
	bad := FieldError{Code: "format", Detail: fmt.Sprintf("%.60q is not an IANA time zone name. Write one such as America/New_York, or UTC.", name)}
	if name != "UTC" && (!zoneName.MatchString(name) || strings.HasPrefix(name, "SystemV/")) {
		return nil, bad
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		return nil, bad
	}
	z.loaded.Store(name, l)
	return l, nil
}
