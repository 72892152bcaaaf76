/** German for `texts/sharing.ts`. */
import { t } from '../sharing.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  name: 'Name',
  save: 'Speichern',
  add: 'Jemanden hinzufügen',
  remove: 'Entfernen',
  removeThis: '{name} entfernen',
  leave: 'Verlassen',
  leaveThis: '{name} verlassen',
  by: 'von {name}',
  since: 'seit {when}',
  back: 'Alle Gruppen',

  groupsTitle: 'Gruppen und Gemeinschaften',
  groupsLead:
    'Eine Gruppe ist eine Liste von Leuten. Sie sehen den Namen der Gruppe und deinen, aber nicht, wer noch dabei ist. Unter „Wer mich sieht“ legst du fest, was eine Gruppe sehen darf.',
  own: 'Gruppen, die ich angelegt habe',
  ownNone: 'Du hast noch keine Gruppe angelegt.',
  members: '{count, plural, =0 {noch niemand} one {# Person} other {# Leute}}',
  inGroup: '{count, plural, =0 {Leute} one {# Person} other {# Leute}}',
  newGroup: 'Gruppe anlegen',
  newTitle: 'Eine neue Gruppe',
  joined: 'Gruppen, in denen ich bin',
  joinedWhy:
    'Wem eine Gruppe gehört, zeigt den Leuten darin etwas. Nur diese Person weiß, wer sonst noch darin ist.',
  leaveGroupTitle: '{name} verlassen?',
  leaveGroupWhy:
    'Du siehst nicht mehr, was {owner} dieser Gruppe zeigt. Nur {owner} kann dich wieder hinzufügen.',
  leftGroup: 'Du hast {name} verlassen.',
  communities: 'Gemeinschaften, in denen ich bin',
  communitiesNone: 'Du bist in keiner Gemeinschaft.',
  findCommunities: 'Gemeinschaften finden',
  isOwner: 'deine',
  leaveCommunityWhy:
    'Du siehst die Partien der Gemeinschaft nicht mehr, außer denen, bei denen du mitgespielt hast. Partien, die du dort eingetragen hast, bleiben dort, und ihre Mitglieder sehen sie weiter.',
  requests: 'Anfragen, die ich gestellt habe',
  claim: 'Du hast den Platzhalter {name} beansprucht',
  withdraw: 'Zurückziehen',
  withdrawThis: 'Anspruch auf {name} zurückziehen',
  withdrawn: 'Zurückgezogen.',

  groupMissing: 'Diese Gruppe gibt es nicht',
  groupMissingWhy: 'Sie wurde gelöscht, oder sie gehört nicht dir.',
  groupLead: 'Nur du siehst, wer darin ist.',
  rename: 'Umbenennen',
  renameTitle: '{name} umbenennen',
  renamed: 'Umbenannt.',
  delete: 'Gruppe löschen',
  deleteTitle: '{name} löschen?',
  deleteWhy:
    '{count, plural, =0 {Niemand ist darin.} one {# Person sieht nicht mehr, was nur diese Gruppe sieht.} other {# Leute sehen nicht mehr, was nur diese Gruppe sieht.}}',
  groupEmpty: 'In dieser Gruppe ist noch niemand.',
  addTitle: 'Zu {name} hinzufügen',
  addHint:
    'Du kannst alle hinzufügen, deren Seite du sehen darfst. Wer in dieser Gruppe ist, sieht immer auch deine Seite, egal was du gewählt hast.',
  memberAdded: '{name} ist jetzt in der Gruppe.',
  memberRemoved: '{name} ist nicht mehr in der Gruppe.',
  usedFor:
    '{type, select, PROFILE {Sieht deine Seite.} MATCH_HISTORY {Sieht deine Partien.} other {Sieht deine Ergebnisse.}}',
  unused: 'Du hast noch nicht festgelegt, was diese Gruppe sehen darf.',
  whoSeesMe: 'Wer mich sieht',

  trustTitle: 'Wer meine Partien korrigiert',
  trustLead:
    'Ihre Korrekturen gelten sofort, und im Verlauf der Partie steht, von wem sie sind. Diese Leute sehen auch deine Entwürfe.',
  trustNone: 'Noch niemand. Alle Korrekturen an deinen Partien warten auf dich.',
  trustGive: 'Jemandem vertrauen',
  trustGiveTitle: 'Wer darf deine Partien korrigieren, ohne zu fragen?',
  trustAskTitle: '{name} vertrauen?',
  trustAsk: '{name} darf deine Partien korrigieren, ohne zu fragen, und sieht sie alle, auch Entwürfe.',
  trustYes: 'Vertrauen',
  trustSentence: '{name} darf meine Partien korrigieren, ohne zu fragen.',
  trustGiven: '{name} darf deine Partien jetzt korrigieren, ohne zu fragen.',
  trustBack: 'Nicht mehr vertrauen',
  trustBackThis: '{name} nicht mehr vertrauen',
  trustBackDone: '{name} muss von jetzt an wieder fragen.',
  trustMe: 'Wessen Partien ich korrigieren darf',
  trustMeWhy: 'Ohne zu fragen. Du siehst alle Partien dieser Leute, auch Entwürfe.',
  trustMeSentence: 'Ich darf die Partien von {name} korrigieren, ohne zu fragen.',
  trustReturn: 'Darauf verzichten',
  trustReturnThis: 'Auf das Recht verzichten, Partien von {name} zu korrigieren',
  trustReturnDone: 'Deine Korrekturen an Partien von {name} warten von jetzt an wieder auf eine Antwort.',
  trustReturnTitle: 'Auf das Recht verzichten, Partien von {name} zu korrigieren?',
  trustReturnWhy: 'Nur {name} kann es dir wieder geben.',

  dataTitle: 'Meine Daten',
  import: 'Partien mitbringen',
  importWhy:
    'Aus einer Datei von BG Stats, BoardGameGeek oder einer anderen App. Du siehst, was daraus wird, bevor etwas gespeichert wird.',
  importGo: 'Datei wählen',
  export: 'Alles mitnehmen',
  exportWhy:
    'Eine Datei mit allem, was über dich gespeichert ist: Partien, Platzhalter, Gruppen, Einstellungen, Anmeldungen. Programme können sie lesen.',
  exportGet: 'Als Datei speichern',
  exportMatchesWhy:
    'Nur deine Partien: als Tabelle für eine Tabellenkalkulation, oder als Datei für die App BG Stats, die nur die abgeschlossenen enthält.',
  exportCsv: 'Als Tabelle speichern (CSV)',
  exportBgStats: 'Für BG Stats speichern',
  claims: 'Platzhalter von anderen, die ich bin',
  claimsWhy:
    'Ihre Partien gehören zu deinem Verlauf. Wenn du sagst, dass du ein Platzhalter nicht bist, bleiben seine Partien bei der Person, die sie eingetragen hat, unter dem Namen des Platzhalters.',
  claimsNone: 'Du hast keinen Platzhalter von jemand anderem beansprucht.',
  claimOf: '{name}, ein Platzhalter von {owner}',
  claimEnd: 'Das bin ich nicht',
  claimEndThis: 'Das bin ich nicht: {name}, ein Platzhalter von {owner}',
  claimEndTitle: 'Willst du sagen, dass du nicht {name} bist?',
  claimEndWhy:
    '{owner} behält die Partien mit {name}. In deinem Verlauf und deinen Zahlen zählen sie nicht mehr, und vielleicht siehst du sie nicht mehr.',
  claimEnded: '{name} bist nicht mehr du.',
  erase: 'Konto löschen',
  eraseWhy:
    'Niemand kann das rückgängig machen. Sieh dir zuerst an, was hier bleibt, und unter welchem Namen.',
  eraseLook: 'Ansehen, was geschieht',
  eraseMatches:
    '{count, plural, =0 {Du hast keine Partie eingetragen.} one {Die Partie, die du eingetragen hast, bleibt für die anderen, die sie sehen. Du heißt darin „Player“.} other {Die # Partien, die du eingetragen hast, bleiben für die anderen, die sie sehen. Du heißt darin „Player“.}}',
  eraseClaim:
    '{owner} behält die Partien mit {name}, unter diesem Namen. Nichts zeigt mehr, dass du {name} warst.',
  eraseStandIns:
    'Die Platzhalter, die du benannt hast, bleiben in diesen Partien, unter den Namen, die du ihnen gegeben hast.',
  eraseMemberships:
    '{count, plural, one {Du verlässt eine Gemeinschaft, die jemand anderes leitet.} other {Du verlässt # Gemeinschaften, die andere leiten.}}',
  eraseGone:
    'Gelöscht werden dein Name, deine Seite, deine Zahlen, Entwürfe, Gruppen, Rechte zum Korrigieren, Ansprüche und Anfragen, und jeder Weg, dich anzumelden.',
  eraseCommunities:
    '{count, plural, one {Deine Gemeinschaft geht} other {Deine # Gemeinschaften gehen}} an die Person, die am längsten in der Mitleitung oder Mitglied ist. Ohne andere Mitglieder {count, plural, one {endet sie} other {enden sie}}.',
  eraseFirst: 'Speichere vorher deine Daten als Datei.',
  eraseAsk: 'Mein Konto löschen',
  eraseTitle: 'Dein Konto löschen?',
  eraseSure: 'Tippe zur Bestätigung deinen Namen: {name}',
  eraseNow: 'Für immer löschen',
  eraseUnsure: 'Das ist nicht dein Name. Tippe ihn so, wie er oben steht.',
})
