/** German for `texts/access.ts`. */
import { t } from '../access.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  goInvitations: 'Einladungen',
  invitationsLead: 'Links, die jemanden hereinlassen: wer sie gemacht hat, und ob sie noch gelten.',
  newInvitation: 'Leute einladen',
  invitationRoles: 'Rollen der neuen Konten',
  invitationUses: 'Für wie viele Leute',
  invitationDays: 'Tage, bis er endet',
  makeInvitation: 'Einladung machen',
  invitationHere: 'Der Link. Er ist nur jetzt zu sehen. Schick ihn den Leuten, die du einlädst.',
  links: 'Bisherige Links',
  linkCount: '{count, plural, one {# Link} other {# Links}}',
  onlyOpen: 'Nur offene',
  noLinks: 'So einen Link gibt es nicht.',
  linkKind:
    '{kind, select, INVITATION {Einladung} RESET {Ein Weg zurück für {name}} other {Erste Verwaltung}}',
  linkState:
    '{state, select, OPEN {offen} USED {benutzt} ENDED {beendet} EXPIRED {abgelaufen} other {beendet, weil jemand ein Recht verloren hat}}',
  linkUntil: 'bis {when}',
  linkUses: '{count, plural, one {für # Person} other {für # Personen}}',
  linkMadeBy: 'gemacht von {name}, {when}',
  linkMadeByCommand: 'gemacht mit einem Befehl auf dem Server, {when}',
  endLink: 'Beenden',
  endLinkThis: 'Beenden: {what}, {when}',
  linkEnded: 'Der Link gilt nicht mehr.',

  goClients: 'Apps und Dienste',
  clientsLead:
    'Was hier Zugriffstoken bekommt: Apps, die für Leute handeln, und Dienste, die für sich handeln.',
  clients: 'Bisher hinzugefügt',
  noClients: 'Noch keine App und kein Dienst wurde hinzugefügt.',
  clientKind:
    '{kind, select, WEB {App mit Server} BROWSER {App im Browser} NATIVE {App auf einem Gerät} other {Dienst}}',
  clientHow: '{how, select, SECRET {mit Geheimnis} KEY {mit eigenem Schlüssel} other {ohne Geheimnis}}',
  clientScopes: '{count, plural, one {# Scope} other {# Scopes}}',
  newClient: 'App oder Dienst hinzufügen',
  clientName: 'Name',
  clientKindLabel: 'Art',
  redirectUris: 'Adressen, zu denen Browser zurückkehren, eine je Zeile',
  clientRoles: 'Rollen des Dienstes',
  clientScopesLabel: 'Scopes, einer je Zeile',
  scopesOfApp: 'Ohne Scopes darf die App um alles bitten, was du selbst darfst.',
  scopesOfService: 'Ohne Scopes darf der Dienst alles, was seine Rollen erlauben.',
  addClient: 'Hinzufügen',
  clientAdded: '{name} bekommt jetzt Zugriffstoken.',
  clientId: 'Die Id von {name}',
  clientSecretHere: 'Das Geheimnis von {name}. Es ist nur jetzt zu sehen.',
  renewSecretThis: 'Das Geheimnis von {name} erneuern',
  renewClientWhy:
    'Das alte Geheimnis endet sofort, und mit ihm jedes Zugriffstoken, das damit geholt wurde. Was Leute einer App erlaubt haben, bleibt.',
  removeClient: 'Entfernen',
  removeClientThis: '{name} entfernen',
  removeClientTitle: '{name} entfernen?',
  removeClientWhy:
    'Alle Token enden, und ebenso, was Leute erlaubt haben. Das lässt sich nicht zurücknehmen.',
  clientRemoved: '{name} bekommt keine Zugriffstoken mehr.',
})
