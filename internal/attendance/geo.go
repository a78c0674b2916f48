package attendance

import (
	"fmt"
	"math"
)

// What a geo rule does to punches made outside its place.
const (
	GeoFlag   = "flag"   // the punch is taken and flagged
	GeoReject = "reject" // the punch is refused
)

// geoCircle is the shape of a place that is a circle.
const geoCircle = "circle"

// GeoRule is a place where punches are expected, and what happens to those made elsewhere. Several rules are
// alternatives: a punch within one of the places is in order.
type GeoRule struct {
	Shape  string  `json:"shape"`
	Lat    float64 `json:"lat"`    // of the centre, in degrees north (WGS 84)
	Lng    float64 `json:"lng"`    // of the centre, in degrees east
	Radius float64 `json:"radius"` // in metres
	Policy string  `json:"policy"`
}

// GeoRuleInput is a geo rule as it is written. A rule is always written whole.
type GeoRuleInput struct {
	Shape  Opt[string]  `json:"shape" doc:"Shape of the place." required:"true" enum:"circle"`
	Lat    Opt[float64] `json:"lat" doc:"Latitude of the centre in degrees, -90 to 90 (WGS 84)." required:"true" bounds:"-90..90"`
	Lng    Opt[float64] `json:"lng" doc:"Longitude of the centre in degrees, -180 to 180 (WGS 84)." required:"true" bounds:"-180..180"`
	Radius Opt[float64] `json:"radius" doc:"Radius in metres, more than 0 and at most 100000." required:"true" bounds:">0..100000"`
	Policy Opt[string]  `json:"policy" doc:"What happens to a punch outside: flag takes and flags it, reject refuses it." required:"true" enum:"flag,reject"`
}

// applyGeoRules writes geo rules where they were given. A number that was left out becomes NaN, which no number of a
// request is, so that CheckGeoRules can tell it from 0.
func applyGeoRules(in Opt[[]GeoRuleInput], rules *[]GeoRule) {
	if !in.Set {
		return
	}
	*rules = make([]GeoRule, len(in.Value))
	for i, r := range in.Value {
		(*rules)[i] = GeoRule{
			Shape: r.Shape.Value, Lat: r.Lat.Or(math.NaN()), Lng: r.Lng.Or(math.NaN()), Radius: r.Radius.Or(math.NaN()), Policy: r.Policy.Value,
		}
	}
}

// mostGeoRules and mostRadius bound the geo rules of a record.
const (
	mostGeoRules = 100
	mostRadius   = 100_000 // metres
)

// CheckGeoRules says what is wrong with the geo rules of a record.
func (p *Problems) CheckGeoRules(field string, rules []GeoRule) {
	if len(rules) > mostGeoRules {
		p.Add(field, "range", "%s must have at most %d rules.", field, mostGeoRules)
		return
	}
	for i := range rules {
		r, at := &rules[i], fmt.Sprintf("%s[%d].", field, i)
		p.CheckWord(at+"shape", r.Shape, geoCircle)
		p.checkNumber(at+"lat", r.Lat, -90, 90)
		p.checkNumber(at+"lng", r.Lng, -180, 180)
		p.checkNumber(at+"radius", r.Radius, 0, mostRadius)
		if r.Radius == 0 {
			p.Add(at+"radius", "range", "%sradius must be more than 0 metres.", at)
		}
		p.CheckWord(at+"policy", r.Policy, GeoFlag, GeoReject)
	}
}

// checkNumber says what is wrong with a number that must be given; NaN is one that was not.
func (p *Problems) checkNumber(field string, v, least, most float64) {
	switch {
	case math.IsNaN(v):
		p.Add(field, "required", "%s is required.", field)
	case v < least || v > most:
		p.Add(field, "range", "%s must be %g to %g.", field, least, most)
	}
}

// geoRulesOf passes geo rules.
func geoRulesOf(f Fields, name string, rules []GeoRule) {
	f.OpenList(name)
	for i := range rules {
		r := &rules[i]
		f.Open("")
		f.Text("shape", r.Shape)
		f.Float("lat", r.Lat)
		f.Float("lng", r.Lng)
		f.Float("radius", r.Radius)
		f.Text("policy", r.Policy)
		f.Close()
	}
	f.CloseList()
}
