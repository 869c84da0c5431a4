// The widgets a user interface description can hold.

extension Label: BuiltWidget {}
extension Button: BuiltWidget {}
extension ToggleButton: BuiltWidget {}
extension MenuButton: BuiltWidget {}
extension CheckButton: BuiltWidget {}
extension Switch: BuiltWidget {}
extension Entry: BuiltWidget {}
extension PasswordEntry: BuiltWidget {}
extension SearchEntry: BuiltWidget {}
extension DropDown: BuiltWidget {}
extension Box: BuiltWidget {}
extension Stack: BuiltWidget {}
extension Overlay: BuiltWidget {}
extension ScrolledWindow: BuiltWidget {}
extension Revealer: BuiltWidget {}
extension HeaderBar: BuiltWidget {}
extension Image: BuiltWidget {}
extension Picture: BuiltWidget {}
extension ProgressBar: BuiltWidget {}
extension Spinner: BuiltWidget {}
extension Separator: BuiltWidget {}
extension Window: BuiltWidget {}
