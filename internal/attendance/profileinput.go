package attendance

import "math"

// ProfileInput is what may be written to the profile of an employee.
type ProfileInput struct {
	Accepted             Opt[bool] `json:"accepted" doc:"Whether the employee accepted the invitation."`
	Banned               Opt[bool] `json:"banned" doc:"Whether the employee may not punch."`
	NeverHadFace         Opt[bool] `json:"neverHadFace" doc:"Whether no face was ever recorded."`
	HasDocuments         Opt[bool] `json:"hasDocuments" doc:"Whether there are documents of the employee."`
	HasCredentials       Opt[bool] `json:"hasCredentials" doc:"Whether there are credentials of the employee."`
	InvalidCredentialing Opt[bool] `json:"invalidCredentialing" doc:"Whether a required credential is missing or expired."`
	Inducted             Opt[bool] `json:"inducted" doc:"Whether the employee was inducted."`
	AnnouncementOverride Opt[bool] `json:"announcementOverride" doc:"Whether the employee has an announcement of their own."`
	PersonalAuthOnly     Opt[bool] `json:"personalAuthPunchOnly" doc:"Whether the employee punches on a device of their own only."`
	FixCostingIsPartial  Opt[bool] `json:"fixCostingIsPartial" doc:"Whether the preset work may be completed when punching."`

	Roles               Opt[[]string]           `json:"roles" doc:"What the employee is in the product." enum:"worker,admin,owner" bounds:"..200"`
	Notifications       Opt[[]string]           `json:"notifications" doc:"What the employee is notified of." bounds:"..200" each:"1..200"`
	Permissions         Opt[[]string]           `json:"permissions" doc:"What the employee may do in the product." bounds:"..200" each:"1..200"`
	WorkerAllowLabels   Opt[[]LabelRef]         `json:"workerAllowLabels" doc:"Where the employee may work, by labels, such as device:2 or device:all." bounds:"..500"`
	AdminAllowLabels    Opt[[]LabelRef]         `json:"adminAllowLabels" doc:"What the employee may administer, by labels." bounds:"..500"`
	PersonalAdminPerms  Opt[[]string]           `json:"personalAdminPerms" doc:"What the employee may administer on a device of their own." bounds:"..200" each:"1..200"`
	GeoRules            Opt[[]GeoRuleInput]     `json:"geoRules" doc:"Places where the employee is expected to punch, and what happens to punches made elsewhere." bounds:"..100"`
	Phones              Opt[[]Phone]            `json:"phones" doc:"Telephone numbers." bounds:"..20"`
	EmgPhones           Opt[[]Phone]            `json:"emgPhones" doc:"Telephone numbers for emergencies." bounds:"..20"`
	HirePeriods         Opt[[]HirePeriod]       `json:"hirePeriods" doc:"The times during which the employee worked for the company." bounds:"..100"`
	PayRates            Opt[*[]PayRate]         `json:"payRates" doc:"What the employee is paid. Sensitive." bounds:"..200"`
	CustomFieldValues   Opt[[]FieldValueInput]  `json:"customFieldValues" doc:"Values of custom fields, all of them: fields that are left out have none."`
	BankInfo            Opt[*map[string]string] `json:"bankInfo" doc:"Bank data by name. Sensitive." bounds:"..50" each:"..200"`
	ContactSuppressions Opt[*[]string]          `json:"contactSuppressions" doc:"By what means the employee shall not be contacted." bounds:"..200" each:"1..200"`

	MiddleName        Opt[*string]       `json:"middleName" doc:"Middle name." bounds:"..200"`
	LastAccess        Opt[*Moment]       `json:"lastAccess" doc:"When the employee last used the product. Without an offset it is read in the time zone of the org unit."`
	TimeOffPolicy     Opt[*int64]        `json:"timeOffPolicy" doc:"Id of the time off policy." bounds:"1.."`
	DisciplinePolicy  Opt[*int64]        `json:"disciplinePolicy" doc:"Id of the discipline policy." bounds:"1.."`
	PointBalance      Opt[*float64]      `json:"pointBalance" doc:"Balance of discipline points." bounds:"-1e15..1e15"`
	NextShiftReminder Opt[*Moment]       `json:"nextShiftReminder" doc:"When the employee is next reminded of a shift. Without an offset it is read in the time zone of the org unit."`
	QRCode            Opt[*string]       `json:"qrCode" doc:"Text of the QR code with which the employee punches." bounds:"..200"`
	NFCTagID          Opt[*string]       `json:"nfcTagId" doc:"Id of the NFC tag with which the employee punches." bounds:"..200"`
	Announcement      Opt[*int64]        `json:"announcement" doc:"Id of the announcement that clocks show to the employee." bounds:"1.."`
	PersonalDevice    Opt[*string]       `json:"personalDeviceMode" doc:"How the employee may punch on a device of their own." bounds:"..200"`
	ReinstallPerm     Opt[*string]       `json:"reinstallPerm" doc:"Whether the employee may install the app anew." bounds:"..200"`
	MobilePhone       Opt[*string]       `json:"mobilePhone" doc:"Mobile telephone in E.164: a + and 8 to 15 digits." pattern:"^\\+[0-9]{8,15}$"`
	InstallCode       Opt[*string]       `json:"installCode" doc:"Code with which the employee pairs a device of their own." bounds:"..200"`
	FixJob            Opt[*int64]        `json:"fixJob" doc:"Id of the job that is preset when punching." bounds:"1.."`
	FixJobLabel       Opt[*LabelRef]     `json:"fixJobLabel" doc:"Work label of the jobs that can be chosen when punching, as work:7." pattern:"^work:[1-9][0-9]{0,18}$"`
	FixJobPhase       Opt[*int64]        `json:"fixJobPhase" doc:"Id of the job phase that is preset when punching." bounds:"1.."`
	FixCostCode       Opt[*int64]        `json:"fixCostCode" doc:"Id of the cost code that is preset when punching." bounds:"1.."`
	BgGeoState        Opt[*string]       `json:"bgGeoConnectionState" doc:"State of location tracking in the background." bounds:"..200"`
	Address           Opt[*string]       `json:"address" doc:"Postal address." bounds:"..1000" text:"multiline"`
	AddressGeoCode    Opt[*GeoCodeInput] `json:"addressGeoCode" doc:"Where the address is."`
	Email             Opt[*string]       `json:"email" doc:"E-mail address." format:"email" bounds:"3..254"`
	Gender            Opt[*string]       `json:"gender" doc:"Gender." bounds:"..200"`
	BirthDate         Opt[*Birthday]     `json:"birthDate" doc:"Date of birth. Sensitive."`
	NationalID        Opt[*string]       `json:"nationalId" doc:"National id. Sensitive." bounds:"..200"`
	DriversLic        Opt[*string]       `json:"driversLic" doc:"Number of the driving licence. Sensitive." bounds:"..200"`
	DriversLicExpDate Opt[*Date]         `json:"driversLicExpDate" doc:"When the driving licence expires."`
	PassportNo        Opt[*string]       `json:"passportNo" doc:"Number of the passport. Sensitive." bounds:"..200"`
	PassportExpDate   Opt[*Date]         `json:"passportExpDate" doc:"When the passport expires."`
	Nationality       Opt[*string]       `json:"nationality" doc:"ISO 3166-1 alpha-2 code, such as US." pattern:"^[A-Z]{2}$"`
	HireDate          Opt[*Date]         `json:"hireDate" doc:"First day of work."`
	HireBy            Opt[*string]       `json:"hireBy" doc:"Who hired the employee." bounds:"..200"`
	JobTitle          Opt[*string]       `json:"jobTitle" doc:"Job title." bounds:"..200"`
	TermDate          Opt[*Date]         `json:"termDate" doc:"Last day of work."`
	Notes             Opt[*string]       `json:"notes" doc:"Notes, at most 10000 characters." bounds:"..10000" text:"multiline"`
	EmgContact        Opt[*string]       `json:"emgContact" doc:"Whom to call in an emergency." bounds:"..200"`
	EmgRelation       Opt[*string]       `json:"emgRelation" doc:"How that person is related to the employee." bounds:"..200"`
	EmgEmail          Opt[*string]       `json:"emgEmail" doc:"E-mail address for emergencies." format:"email" bounds:"3..254"`
	EmgAddress        Opt[*string]       `json:"emgAddress" doc:"Postal address for emergencies." bounds:"..1000" text:"multiline"`
	Distributor       Opt[*string]       `json:"distributor" doc:"Distributor." bounds:"..200"`
}

// GeoCodeInput is a place as it is written, always whole.
type GeoCodeInput struct {
	Lat Opt[float64] `json:"lat" doc:"Latitude in degrees, -90 to 90 (WGS 84)." required:"true" bounds:"-90..90"`
	Lng Opt[float64] `json:"lng" doc:"Longitude in degrees, -180 to 180 (WGS 84)." required:"true" bounds:"-180..180"`
}

// Apply writes the given values to the profile, but for instants and values of custom fields, for which more must be
// known.
func (in *ProfileInput) Apply(p *Profile) {
	in.applyFlags(p)
	in.applyLists(p)
	in.applySettings(p)
	in.applyPerson(p)
}

func (in *ProfileInput) applyFlags(p *Profile) {
	in.Accepted.To(&p.Accepted)
	in.Banned.To(&p.Banned)
	in.NeverHadFace.To(&p.NeverHadFace)
	in.HasDocuments.To(&p.HasDocuments)
	in.HasCredentials.To(&p.HasCredentials)
	in.InvalidCredentialing.To(&p.InvalidCredentialing)
	in.Inducted.To(&p.Inducted)
	in.AnnouncementOverride.To(&p.AnnouncementOverride)
	in.PersonalAuthOnly.To(&p.PersonalAuthOnly)
	in.FixCostingIsPartial.To(&p.FixCostingIsPartial)
}

func (in *ProfileInput) applyLists(p *Profile) {
	in.Roles.To(&p.Roles)
	in.Notifications.To(&p.Notifications)
	in.Permissions.To(&p.Permissions)
	in.WorkerAllowLabels.To(&p.WorkerAllowLabels)
	in.AdminAllowLabels.To(&p.AdminAllowLabels)
	in.PersonalAdminPerms.To(&p.PersonalAdminPerms)
	applyGeoRules(in.GeoRules, &p.GeoRules)
	in.Phones.To(&p.Phones)
	in.EmgPhones.To(&p.EmgPhones)
	in.HirePeriods.To(&p.HirePeriods)
	if in.PayRates.Set {
		p.PayRates = valueOr(in.PayRates.Value)
	}
	if in.BankInfo.Set {
		p.BankInfo = valueOr(in.BankInfo.Value)
	}
	in.ContactSuppressions.To(&p.ContactSuppressions)
}

// valueOr is what v points to, or the zero value.
func valueOr[T any](v *T) (value T) {
	if v != nil {
		value = *v
	}
	return value
}

func (in *ProfileInput) applySettings(p *Profile) {
	in.MiddleName.To(&p.MiddleName)
	in.TimeOffPolicy.To(&p.TimeOffPolicy)
	in.DisciplinePolicy.To(&p.DisciplinePolicy)
	in.PointBalance.To(&p.PointBalance)
	in.QRCode.To(&p.QRCode)
	in.NFCTagID.To(&p.NFCTagID)
	in.Announcement.To(&p.Announcement)
	in.PersonalDevice.To(&p.PersonalDevice)
	in.ReinstallPerm.To(&p.ReinstallPerm)
	in.MobilePhone.To(&p.MobilePhone)
	in.InstallCode.To(&p.InstallCode)
	in.FixJob.To(&p.FixJob)
	in.FixJobLabel.To(&p.FixJobLabel)
	in.FixJobPhase.To(&p.FixJobPhase)
	in.FixCostCode.To(&p.FixCostCode)
	in.BgGeoState.To(&p.BgGeoState)
}

func (in *ProfileInput) applyPerson(p *Profile) {
	in.Address.To(&p.Address)
	if in.AddressGeoCode.Set {
		p.AddressGeoCode = in.AddressGeoCode.Value.code()
	}
	in.Email.To(&p.Email)
	in.Gender.To(&p.Gender)
	in.BirthDate.To(&p.BirthDate)
	in.NationalID.To(&p.NationalID)
	in.DriversLic.To(&p.DriversLic)
	in.DriversLicExpDate.To(&p.DriversLicExpDate)
	in.PassportNo.To(&p.PassportNo)
	in.PassportExpDate.To(&p.PassportExpDate)
	in.Nationality.To(&p.Nationality)
	in.HireDate.To(&p.HireDate)
	in.HireBy.To(&p.HireBy)
	in.JobTitle.To(&p.JobTitle)
	in.TermDate.To(&p.TermDate)
	in.Notes.To(&p.Notes)
	in.EmgContact.To(&p.EmgContact)
	in.EmgRelation.To(&p.EmgRelation)
	in.EmgEmail.To(&p.EmgEmail)
	in.EmgAddress.To(&p.EmgAddress)
	in.Distributor.To(&p.Distributor)
}

// code is the place; a number that was left out is NaN, so that it can be told from 0.
func (in *GeoCodeInput) code() *GeoCode {
	if in == nil {
		return nil
	}
	return &GeoCode{Lat: in.Lat.Or(math.NaN()), Lng: in.Lng.Or(math.NaN())}
}

// withoutSensitiveNulls is the input of somebody who was shown null in place of the sensitive fields: a null given back
// is not meant to clear them.
func (in ProfileInput) withoutSensitiveNulls() ProfileInput {
	dropNull(&in.NationalID)
	dropNull(&in.DriversLic)
	dropNull(&in.PassportNo)
	dropNull(&in.BirthDate)
	dropNull(&in.BankInfo)
	dropNull(&in.PayRates)
	return in
}

func dropNull[T any](o *Opt[*T]) {
	if o.Value == nil {
		o.Set = false
	}
}
