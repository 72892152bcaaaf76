/** German for `texts/stand-ins.ts`. */
import { t } from '../stand-ins.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Platzhalter',
  lead: 'Ein Platzhalter ist ein Name, den du für jemanden an deinem Tisch einträgst. Diese Person kann ihn beanspruchen. Dann zählen seine Partien für sie.',
  search: 'Platzhalter suchen',
  count: '{count, plural, one {# Platzhalter} other {# Platzhalter}}',
  add: 'Neuer Platzhalter',
  addTitle: 'Ein neuer Platzhalter',
  name: 'Name',
  matches: '{count, plural, =0 {keine Partien} one {# Partie} other {# Partien}}',
  claimedBy: 'beansprucht von {name}',
  unclaimed: 'nicht beansprucht',
  self: 'du',
  locked:
    'Dieser Platzhalter bist du. Seinen Namen änderst du in den Einstellungen; löschen oder beanspruchen lässt er sich nicht.',
  asks: '{name} sagt: Das bin ich.',
  toInbox: 'Im Eingang antworten',
  rename: 'Umbenennen',
  renameTitle: '{name} umbenennen',
  renameWhy: 'Der neue Name erscheint in allen Partien dieses Platzhalters.',
  renamed: 'Umbenannt.',
  remove: 'Löschen',
  removeTitle: '{name} löschen?',
  removeWhy:
    'In Partien bleibt der Name stehen. Für neue Partien lässt sich der Platzhalter nicht mehr wählen.',
  removeClaimed: 'Damit endet der Anspruch von {name}: Die Partien zählen nicht mehr für diese Person.',
  removed: 'Gelöscht.',
  withName: 'mit {name}',
  save: 'Speichern',
  cancel: 'Abbrechen',
  empty: 'Noch keine Platzhalter außer deinem eigenen',
  emptyWhy:
    'Scorebook legt einen Platzhalter an, wenn du eine Partie mit einem neuen Namen einträgst. Du kannst auch hier einen anlegen.',
  none: 'Kein Platzhalter heißt so.',
  removeThis: '{name} löschen',
  added: 'Hinzugefügt.',
  toSettings: 'Einstellungen',
  record: 'Partie eintragen',
  showAll: 'Alle Platzhalter zeigen',
})
