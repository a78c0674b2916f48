package attendance

// Device is a clock: a tablet, a terminal or another installation at which people punch.
type Device struct {
	Identity
	Name                   string
	Active                 bool
	OrgUnit                int64  // where it stands
	OrgUnitName            string // derived
	SettingsPINAllowLabels *[]LabelRef
	GeoRules               []GeoRule
	Labels                 []LabelRef // device labels that it carries
	Session                DeviceSession
}

// DeviceSession is what the installation that is paired with a device last said of itself, and what is asked of it.
type DeviceSession struct {
	Valid       bool    `json:"valid,omitempty"` // an installation is paired, and its token works
	IPAddress   *string `json:"ipAddress,omitempty"`
	UserAgent   *string `json:"userAgent,omitempty"`
	DeviceModel *string `json:"deviceModel,omitempty"`
	DeviceUUID  *string `json:"deviceUuid,omitempty"`
	AppVersion  *string `json:"appVersion,omitempty"`
	SubmitLogs  bool    `json:"submitLogs,omitempty"` // at its next contact it shall upload all that it holds
}

// Fields passes every field of the device.
func (d *Device) Fields(f Fields) {
	f.Int("id", d.ID)
	f.Text("name", d.Name)
	f.Bool("active", d.Active)
	f.Int("orgUnit", d.OrgUnit)
	f.Text("orgUnitName", d.OrgUnitName)
	f.Bool("clockSessionValid", d.Session.Valid)
	if d.SettingsPINAllowLabels == nil {
		f.Null("settingsPinAllowLabels")
	} else {
		textsOf(f, "settingsPinAllowLabels", *d.SettingsPINAllowLabels)
	}
	geoRulesOf(f, "geoRules", d.GeoRules)
	f.TextOrNull("clockSessionIpAddress", d.Session.IPAddress)
	f.TextOrNull("clockSessionUserAgent", d.Session.UserAgent)
	f.TextOrNull("clockSessionDeviceModel", d.Session.DeviceModel)
	f.TextOrNull("clockSessionDeviceUuid", d.Session.DeviceUUID)
	f.TextOrNull("clockSessionAppVersion", d.Session.AppVersion)
	f.Bool("clockSessionSubmitLogs", d.Session.SubmitLogs)
	textsOf(f, "labels", d.Labels)
	d.stamps(f)
}

// Refs names the org unit and the labels of the device.
func (d *Device) Refs(add func(RefKind, int64)) {
	add(RefOrgUnit, d.OrgUnit)
	if d.SettingsPINAllowLabels != nil {
		addLabelRefs(add, *d.SettingsPINAllowLabels)
	}
	addLabelRefs(add, d.Labels)
}

// Place is where the device stands in lists.
func (d *Device) Place() Position { return Position{Text: Fold(d.Name), ID: d.ID} }

// DeviceInput is what may be written to a device.
type DeviceInput struct {
	Name                   Opt[string]         `json:"name" doc:"Name, 1 to 200 characters." required:"true" bounds:"1..200"`
	Active                 Opt[bool]           `json:"active" doc:"Whether people can punch at it. True when left out."`
	OrgUnit                Opt[int64]          `json:"orgUnit" doc:"Id of the org unit where it stands." required:"true" bounds:"1.."`
	SettingsPINAllowLabels Opt[*[]LabelRef]    `json:"settingsPinAllowLabels" doc:"Who may open its settings with a PIN, by user labels." bounds:"..500"`
	GeoRules               Opt[[]GeoRuleInput] `json:"geoRules" doc:"Places where it is expected to be, and what happens to punches made elsewhere." bounds:"..100"`
	Labels                 Opt[[]LabelRef]     `json:"labels" doc:"Device labels that it carries." bounds:"..500"`
}

// NewDevice is a device with the values that hold when nothing is said.
func NewDevice() *Device { return &Device{Active: true} }

// Apply writes the given values to the device.
func (in DeviceInput) Apply(d *Device) {
	in.Name.To(&d.Name)
	in.Active.To(&d.Active)
	in.OrgUnit.To(&d.OrgUnit)
	in.SettingsPINAllowLabels.To(&d.SettingsPINAllowLabels)
	applyGeoRules(in.GeoRules, &d.GeoRules)
	in.Labels.To(&d.Labels)
}

// Validate says what is wrong with the device.
func (d *Device) Validate(p *Problems) {
	p.CheckName("name", &d.Name)
	if d.OrgUnit == 0 {
		p.Add("orgUnit", "required", "orgUnit is required: name the org unit where the device stands.")
	}
	if d.SettingsPINAllowLabels != nil {
		p.CheckAllowLabels("settingsPinAllowLabels", *d.SettingsPINAllowLabels)
	}
	p.CheckGeoRules("geoRules", d.GeoRules)
	p.CheckLabels("labels", d.Labels, LabelDevice)
}

// DeviceReset is the change that ends the session of a device: whatever was paired with it is no longer.
type DeviceReset struct{}

// Apply forgets the session.
func (DeviceReset) Apply(d *Device) { d.Session = DeviceSession{} }

// DeviceLogsRequest is the change that asks a device for all the logs that it still holds.
type DeviceLogsRequest struct{}

// Apply marks the session, for the installation to see at its next contact.
func (DeviceLogsRequest) Apply(d *Device) { d.Session.SubmitLogs = true }

// DeviceFilter narrows a list of devices.
type DeviceFilter struct {
	IDs      []int64
	OrgUnits []int64
	Active   *bool
	Search   []string // parts of the name, one of which must match
	Page     *Page
}
