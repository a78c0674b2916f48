package attendance

import (
	"maps"
	"slices"
	"time"
)

// Profile is what is known of an employee that no list is filtered or ordered by. It is kept as one JSON text.
type Profile struct {
	Accepted             bool `json:"accepted,omitempty"`
	Banned               bool `json:"banned,omitempty"`
	NeverHadFace         bool `json:"neverHadFace,omitempty"`
	HasDocuments         bool `json:"hasDocuments,omitempty"`
	HasCredentials       bool `json:"hasCredentials,omitempty"`
	InvalidCredentialing bool `json:"invalidCredentialing,omitempty"`
	Inducted             bool `json:"inducted,omitempty"`
	AnnouncementOverride bool `json:"announcementOverride,omitempty"`
	PersonalAuthOnly     bool `json:"personalAuthPunchOnly,omitempty"`
	FixCostingIsPartial  bool `json:"fixCostingIsPartial,omitempty"`

	Roles               []string          `json:"roles,omitempty"` // worker, admin, owner
	Notifications       []string          `json:"notifications,omitempty"`
	Permissions         []string          `json:"permissions,omitempty"`
	WorkerAllowLabels   []LabelRef        `json:"workerAllowLabels,omitempty"`
	AdminAllowLabels    []LabelRef        `json:"adminAllowLabels,omitempty"`
	PersonalAdminPerms  []string          `json:"personalAdminPerms,omitempty"`
	GeoRules            []GeoRule         `json:"geoRules,omitempty"`
	Phones              []Phone           `json:"phones,omitempty"`
	EmgPhones           []Phone           `json:"emgPhones,omitempty"`
	HirePeriods         []HirePeriod      `json:"hirePeriods,omitempty"`
	PayRates            []PayRate         `json:"payRates,omitempty"`
	CustomFieldValues   []FieldValue      `json:"customFieldValues,omitempty"`
	BankInfo            map[string]string `json:"bankInfo,omitzero"` // nil is unset
	ContactSuppressions *[]string         `json:"contactSuppressions,omitempty"`

	MiddleName        *string    `json:"middleName,omitempty"`
	LastAccess        *time.Time `json:"lastAccess,omitempty"`
	TimeOffPolicy     *int64     `json:"timeOffPolicy,omitempty"`
	DisciplinePolicy  *int64     `json:"disciplinePolicy,omitempty"`
	PointBalance      *float64   `json:"pointBalance,omitempty"`
	NextShiftReminder *time.Time `json:"nextShiftReminder,omitempty"`
	QRCode            *string    `json:"qrCode,omitempty"`
	NFCTagID          *string    `json:"nfcTagId,omitempty"`
	Announcement      *int64     `json:"announcement,omitempty"`
	PersonalDevice    *string    `json:"personalDeviceMode,omitempty"`
	ReinstallPerm     *string    `json:"reinstallPerm,omitempty"`
	MobilePhone       *string    `json:"mobilePhone,omitempty"`
	InstallCode       *string    `json:"installCode,omitempty"`
	FixJob            *int64     `json:"fixJob,omitempty"`
	FixJobLabel       *LabelRef  `json:"fixJobLabel,omitempty"`
	FixJobPhase       *int64     `json:"fixJobPhase,omitempty"`
	FixCostCode       *int64     `json:"fixCostCode,omitempty"`
	BgGeoState        *string    `json:"bgGeoConnectionState,omitempty"`
	Address           *string    `json:"address,omitempty"`
	AddressGeoCode    *GeoCode   `json:"addressGeoCode,omitempty"`
	Email             *string    `json:"email,omitempty"`
	Gender            *string    `json:"gender,omitempty"`
	BirthDate         *Birthday  `json:"birthDate,omitempty"`
	NationalID        *string    `json:"nationalId,omitempty"`
	DriversLic        *string    `json:"driversLic,omitempty"`
	DriversLicExpDate *Date      `json:"driversLicExpDate,omitempty"`
	PassportNo        *string    `json:"passportNo,omitempty"`
	PassportExpDate   *Date      `json:"passportExpDate,omitempty"`
	Nationality       *string    `json:"nationality,omitempty"` // ISO 3166-1 alpha-2
	HireDate          *Date      `json:"hireDate,omitempty"`
	HireBy            *string    `json:"hireBy,omitempty"`
	JobTitle          *string    `json:"jobTitle,omitempty"`
	TermDate          *Date      `json:"termDate,omitempty"`
	Notes             *string    `json:"notes,omitempty"`
	EmgContact        *string    `json:"emgContact,omitempty"`
	EmgRelation       *string    `json:"emgRelation,omitempty"`
	EmgEmail          *string    `json:"emgEmail,omitempty"`
	EmgAddress        *string    `json:"emgAddress,omitempty"`
	Distributor       *string    `json:"distributor,omitempty"`
}

// Phone is a telephone number and what sort of telephone it is.
type Phone struct {
	Type   *string `json:"type,omitempty" doc:"What sort of telephone, such as mobile." bounds:"..200"`
	Number string  `json:"number" doc:"A + and 8 to 15 digits, or as it is dialled, without a +." required:"true" bounds:"1..200"`
}

// HirePeriod is a time during which the employee worked for the company.
type HirePeriod struct {
	HireDate Date  `json:"hireDate" doc:"First day." required:"true"`
	TermDate *Date `json:"termDate,omitempty" doc:"Last day; null while it lasts."`
}

// PayRate is what the employee is paid from a day on.
type PayRate struct {
	PayCode   *int64  `json:"payCode,omitempty" doc:"Id of the pay code that it is paid for; null is every one." bounds:"1.."`
	Type      *string `json:"type,omitempty" doc:"What the amount is paid for, such as hourly." bounds:"..200"`
	Amount    Decimal `json:"amount" doc:"The amount, as a decimal string of 0 or more." required:"true"`
	Currency  *string `json:"currency,omitempty" doc:"ISO 4217 code, such as USD." pattern:"^[A-Z]{3}$"`
	Effective *Date   `json:"effective,omitempty" doc:"From which day on."`
}

// GeoCode is a place, in degrees (WGS 84).
type GeoCode struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// flags passes the booleans but active.
func (p *Profile) flags(f Fields, requireJob bool) {
	f.Bool("accepted", p.Accepted)
	f.Bool("banned", p.Banned)
	f.Bool("requireJobAccess", requireJob)
	f.Bool("neverHadFace", p.NeverHadFace)
	f.Bool("hasDocuments", p.HasDocuments)
	f.Bool("hasCredentials", p.HasCredentials)
	f.Bool("invalidCredentialing", p.InvalidCredentialing)
	f.Bool("inducted", p.Inducted)
	f.Bool("announcementOverride", p.AnnouncementOverride)
	f.Bool("personalAuthPunchOnly", p.PersonalAuthOnly)
	f.Bool("fixCostingIsPartial", p.FixCostingIsPartial)
}

// lists passes the lists and the bank data.
func (p *Profile) lists(f Fields, sensitive bool) {
	f.Texts("roles", p.Roles)
	f.Texts("notifications", p.Notifications)
	f.Texts("permissions", p.Permissions)
	textsOf(f, "workerAllowLabels", p.WorkerAllowLabels)
	textsOf(f, "adminAllowLabels", p.AdminAllowLabels)
	f.Texts("personalAdminPerms", p.PersonalAdminPerms)
	geoRulesOf(f, "geoRules", p.GeoRules)
	phonesOf(f, "phones", p.Phones)
	phonesOf(f, "emgPhones", p.EmgPhones)
	f.OpenList("hirePeriods")
	for _, h := range p.HirePeriods {
		f.Open("")
		f.Text("hireDate", string(h.HireDate))
		f.TextOrNull("termDate", (*string)(h.TermDate))
		f.Close()
	}
	f.CloseList()
	p.payRates(f, sensitive)
	f.OpenList("customFieldValues")
	for i := range p.CustomFieldValues {
		f.Open("")
		p.CustomFieldValues[i].Fields(f)
		f.Close()
	}
	f.CloseList()
	p.bankInfo(f, sensitive)
}

func (p *Profile) payRates(f Fields, sensitive bool) {
	if !sensitive {
		f.Null("payRates")
		return
	}
	f.OpenList("payRates")
	for _, r := range p.PayRates {
		f.Open("")
		f.IntOrNull("payCode", r.PayCode)
		f.TextOrNull("type", r.Type)
		f.Text("amount", string(r.Amount))
		f.TextOrNull("currency", r.Currency)
		f.TextOrNull("effective", (*string)(r.Effective))
		f.Close()
	}
	f.CloseList()
}

func (p *Profile) bankInfo(f Fields, sensitive bool) {
	if !sensitive || p.BankInfo == nil {
		f.Null("bankInfo")
		return
	}
	f.Open("bankInfo")
	for _, name := range slices.Sorted(maps.Keys(p.BankInfo)) {
		f.Text(name, p.BankInfo[name])
	}
	f.Close()
}

// settings passes how the employee uses clocks and what work is preset.
func (p *Profile) settings(f Fields) {
	f.IntOrNull("announcement", p.Announcement)
	f.TextOrNull("personalDeviceMode", p.PersonalDevice)
	f.TextOrNull("reinstallPerm", p.ReinstallPerm)
	f.TextOrNull("mobilePhone", p.MobilePhone)
	f.TextOrNull("installCode", p.InstallCode)
	f.IntOrNull("fixJob", p.FixJob)
	f.TextOrNull("fixJobLabel", (*string)(p.FixJobLabel))
	f.IntOrNull("fixJobPhase", p.FixJobPhase)
	f.IntOrNull("fixCostCode", p.FixCostCode)
	f.TextOrNull("bgGeoConnectionState", p.BgGeoState)
}

// person passes what is known of the person.
func (p *Profile) person(f Fields, sensitive bool) {
	f.TextOrNull("address", p.Address)
	if p.AddressGeoCode == nil {
		f.Null("addressGeoCode")
	} else {
		f.Open("addressGeoCode")
		f.Float("lat", p.AddressGeoCode.Lat)
		f.Float("lng", p.AddressGeoCode.Lng)
		f.Close()
	}
	f.TextOrNull("email", p.Email)
	f.TextOrNull("gender", p.Gender)
	secret(f, "birthDate", (*string)(p.BirthDate), sensitive)
	secret(f, "nationalId", p.NationalID, sensitive)
	secret(f, "nationalIdKey", p.NationalIDKey(), sensitive)
	secret(f, "driversLic", p.DriversLic, sensitive)
	dateOrNull(f, "driversLicExpDate", p.DriversLicExpDate)
	secret(f, "passportNo", p.PassportNo, sensitive)
	dateOrNull(f, "passportExpDate", p.PassportExpDate)
	f.TextOrNull("nationality", p.Nationality)
	dateOrNull(f, "hireDate", p.HireDate)
	f.TextOrNull("hireBy", p.HireBy)
	f.TextOrNull("jobTitle", p.JobTitle)
	dateOrNull(f, "termDate", p.TermDate)
	f.TextOrNull("notes", p.Notes)
	f.TextOrNull("emgContact", p.EmgContact)
	f.TextOrNull("emgRelation", p.EmgRelation)
	f.TextOrNull("emgEmail", p.EmgEmail)
	f.TextOrNull("emgAddress", p.EmgAddress)
	f.TextOrNull("distributor", p.Distributor)
}

// NationalIDKey is the national id without separators and in capitals, by which two notations of one id are told to be
// the same.
func (p *Profile) NationalIDKey() *string {
	if p.NationalID == nil {
		return nil
	}
	return new(normalID(*p.NationalID))
}

func phonesOf(f Fields, name string, phones []Phone) {
	f.OpenList(name)
	for _, p := range phones {
		f.Open("")
		f.TextOrNull("type", p.Type)
		f.Text("number", p.Number)
		f.Close()
	}
	f.CloseList()
}
