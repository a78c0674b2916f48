package attendance

import (
	"fmt"
	"slices"
	"strings"
)

// The bounds of what an employee record holds.
const (
	mostEmployeeNotes = 10_000 // characters
	mostAddress       = 1000   // characters
	mostEmail         = 254    // characters, by RFC 5321
	mostWords         = 200    // of a list of words
	mostPhones        = 20
	mostPeriods       = 100
	mostRates         = 200
	mostBankNames     = 50
	leastPIN          = 4 // digits
	mostPIN           = 8
)

// Validate says what is wrong with the employee. Whether what it refers to exists is not known here.
func (e *Employee) Validate(p *Problems) {
	p.CheckName("firstName", &e.FirstName)
	p.CheckName("lastName", &e.LastName)
	if e.OrgUnit == 0 {
		p.Add("orgUnit", "required", "orgUnit is required: name the org unit that the employee belongs to.")
	}
	p.CheckTextOrNull("payrollId", e.PayrollID, maxName)
	p.CheckLabels("labels", e.Labels, LabelUser)
	if e.PIN != nil && !isPIN(*e.PIN) {
		p.Add("pin", "format", "pin must be %d to %d digits.", leastPIN, mostPIN)
	}
	checkPositive(p, "credentialPolicy", e.CredentialPolicy)
	e.Profile.validate(p)
}

func isPIN(pin string) bool {
	return len(pin) >= leastPIN && len(pin) <= mostPIN && digits(pin)
}

func checkPositive(p *Problems, field string, id *int64) {
	if id != nil && *id < 1 {
		p.Add(field, "range", "%s must be a positive whole number.", field)
	}
}

func (p *Profile) validate(to *Problems) {
	p.validateTexts(to)
	p.validateLists(to)
	p.validateRates(to)
	checkPositive(to, "timeOffPolicy", p.TimeOffPolicy)
	checkPositive(to, "disciplinePolicy", p.DisciplinePolicy)
	checkPositive(to, "announcement", p.Announcement)
	if l := p.FixJobLabel; l != nil && (l.Kind() != LabelWork || l.ID() == 0) {
		to.Add("fixJobLabel", "format", "fixJobLabel must be a work label such as work:7, not %q.", *l)
	}
	if g := p.AddressGeoCode; g != nil {
		to.checkNumber("addressGeoCode.lat", g.Lat, -90, 90)
		to.checkNumber("addressGeoCode.lng", g.Lng, -180, 180)
	}
	if n := p.PointBalance; n != nil && (*n < -mostNumber || *n > mostNumber) {
		to.Add("pointBalance", "range", "pointBalance must be between -1e15 and 1e15.")
	}
	checkOrder(to, "termDate", p.HireDate, p.TermDate)
	if p.Nationality != nil && !isCountry(*p.Nationality) {
		to.Add("nationality", "format", "nationality must be an ISO 3166-1 alpha-2 code such as US, not %.40q.", *p.Nationality)
	}
	if p.MobilePhone != nil && !isE164(*p.MobilePhone) {
		to.Add("mobilePhone", "format", "mobilePhone must be a + and 8 to 15 digits, such as +12125550123.")
	}
}

func (p *Profile) validateTexts(to *Problems) {
	for _, t := range []struct {
		name string
		text *string
	}{
		{"middleName", p.MiddleName},
		{"qrCode", p.QRCode},
		{"nfcTagId", p.NFCTagID},
		{"personalDeviceMode", p.PersonalDevice},
		{"reinstallPerm", p.ReinstallPerm},
		{"installCode", p.InstallCode},
		{"bgGeoConnectionState", p.BgGeoState},
		{"gender", p.Gender},
		{"nationalId", p.NationalID},
		{"driversLic", p.DriversLic},
		{"passportNo", p.PassportNo},
		{"hireBy", p.HireBy},
		{"jobTitle", p.JobTitle},
		{"emgContact", p.EmgContact},
		{"emgRelation", p.EmgRelation},
		{"distributor", p.Distributor},
	} {
		to.CheckTextOrNull(t.name, t.text, maxName)
	}
	to.CheckTextOrNull("address", p.Address, mostAddress)
	to.CheckTextOrNull("emgAddress", p.EmgAddress, mostAddress)
	to.CheckTextOrNull("notes", p.Notes, mostEmployeeNotes)
	checkEmail(to, "email", p.Email)
	checkEmail(to, "emgEmail", p.EmgEmail)
}

// checkEmail says whether a text has the shape of an e-mail address; whether mail arrives there cannot be known.
func checkEmail(to *Problems, field string, email *string) {
	if email == nil {
		return
	}
	name, host, at := strings.Cut(*email, "@")
	if !at || name == "" || host == "" || strings.ContainsAny(host, "@") || strings.ContainsAny(*email, " \t") || len(*email) > mostEmail {
		to.Add(field, "format", "%s must be an e-mail address such as ann@example.com, at most %d characters; null clears it.", field, mostEmail)
		return
	}
	to.CheckText(field, *email, mostEmail)
}

func (p *Profile) validateLists(to *Problems) {
	for i, role := range p.Roles {
		to.CheckWord(fmt.Sprintf("roles[%d]", i), role, "worker", "admin", "owner")
	}
	checkWords(to, "roles", p.Roles)
	checkWords(to, "notifications", p.Notifications)
	checkWords(to, "permissions", p.Permissions)
	checkWords(to, "personalAdminPerms", p.PersonalAdminPerms)
	checkWords(to, "contactSuppressions", valueOr(p.ContactSuppressions))
	to.CheckAllowLabels("workerAllowLabels", p.WorkerAllowLabels)
	to.CheckAllowLabels("adminAllowLabels", p.AdminAllowLabels)
	to.CheckGeoRules("geoRules", p.GeoRules)
	checkPhones(to, "phones", p.Phones)
	checkPhones(to, "emgPhones", p.EmgPhones)
	if len(p.HirePeriods) > mostPeriods {
		to.Add("hirePeriods", "range", "hirePeriods must have at most %d periods.", mostPeriods)
		return
	}
	for i, h := range p.HirePeriods {
		at := fmt.Sprintf("hirePeriods[%d].", i)
		if h.HireDate == "" && !to.Has(at+"hireDate") {
			to.Add(at+"hireDate", "required", "%shireDate is required.", at)
		}
		checkOrder(to, at+"termDate", &h.HireDate, h.TermDate)
	}
}

// checkOrder says that nobody leaves before coming.
func checkOrder(to *Problems, field string, hired, left *Date) {
	if hired != nil && left != nil && *left != "" && *left < *hired {
		to.Add(field, "range", "%s must not be before the hire date.", field)
	}
}

func checkWords(to *Problems, field string, words []string) {
	if len(words) > mostWords {
		to.Add(field, "range", "%s must have at most %d entries.", field, mostWords)
		return
	}
	for i := range words {
		at := fmt.Sprintf("%s[%d]", field, i)
		switch {
		case to.Has(at):
		case words[i] == "":
			to.Add(at, "required", "%s must not be empty.", at)
		case slices.Contains(words[:i], words[i]):
			to.Add(at, "duplicate", "%s stands twice: %q.", at, words[i])
		default:
			to.CheckText(at, words[i], maxName)
		}
	}
}

// checkPhones looks at the shape of telephone numbers: with a + they are international, without one they are as somebody
// dials them.
func checkPhones(to *Problems, field string, phones []Phone) {
	if len(phones) > mostPhones {
		to.Add(field, "range", "%s must have at most %d numbers.", field, mostPhones)
		return
	}
	for i, phone := range phones {
		at := fmt.Sprintf("%s[%d].", field, i)
		to.CheckTextOrNull(at+"type", phone.Type, maxName)
		switch {
		case to.Has(at + "number"):
		case phone.Number == "":
			to.Add(at+"number", "required", "%snumber is required.", at)
		case strings.HasPrefix(phone.Number, "+") && !isE164(phone.Number):
			to.Add(at+"number", "format", "%snumber must be a + and 8 to 15 digits, such as +12125550123, or a number without a +.", at)
		case !strings.ContainsAny(phone.Number, "0123456789"):
			to.Add(at+"number", "format", "%snumber must have digits.", at)
		default:
			to.CheckText(at+"number", phone.Number, maxName)
		}
	}
}

// isE164 says whether a number has the shape of ITU-T E.164: a + and 8 to 15 digits.
func isE164(number string) bool {
	rest, plus := strings.CutPrefix(number, "+")
	return plus && len(rest) >= 8 && len(rest) <= 15 && digits(rest)
}

func (p *Profile) validateRates(to *Problems) {
	if len(p.PayRates) > mostRates {
		to.Add("payRates", "range", "payRates must have at most %d rates.", mostRates)
		return
	}
	for i, r := range p.PayRates {
		at := fmt.Sprintf("payRates[%d].", i)
		to.CheckTextOrNull(at+"type", r.Type, maxName)
		if r.Amount == "" && !to.Has(at+"amount") {
			to.Add(at+"amount", "required", "%samount is required.", at)
		}
		if r.Currency != nil && !isCapitals(*r.Currency, 3) {
			to.Add(at+"currency", "format", "%scurrency must be an ISO 4217 code such as USD, not %.40q.", at, *r.Currency)
		}
	}
	p.validateBank(to)
}

// validateBank checks the names of bank data, which become names of fields and so must be names in JSON and XML.
func (p *Profile) validateBank(to *Problems) {
	if len(p.BankInfo) > mostBankNames {
		to.Add("bankInfo", "range", "bankInfo must have at most %d names.", mostBankNames)
		return
	}
	for name, text := range p.BankInfo {
		if !isFieldKey(name) || len(name) > mostFieldKey {
			to.Add("bankInfo", "format", "A name in bankInfo must be a letter, then letters, digits, dots, hyphens and underscores, at most %d: not %.80q.", mostFieldKey, name)
			continue
		}
		to.CheckText("bankInfo."+name, text, maxName)
	}
}

func isCapitals(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// countries are the officially assigned codes of ISO 3166-1 alpha-2.
const countries = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
	"CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
	"GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
	"KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ " +
	"NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
	"SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
	"UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"

func isCountry(code string) bool { return isCapitals(code, 2) && strings.Contains(countries, code) }
