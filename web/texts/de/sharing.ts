/** German for `texts/sharing.ts`. */
import { t } from '../sharing.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  name: 'Name',
  save: 'Speichern',
  add: 'Jemanden hinzufügen',
  remove: 'Herausnehmen',
  removeThis: '{name} herausnehmen',
  leave: 'Verlassen',
  leaveThis: '{name} verlassen',
  by: 'von {name}',
  since: 'seit {when}',
  back: 'Alle Gruppen',

  groupsTitle: 'Gruppen und Gemeinschaften',
  groupsLead:
    'Eine Gruppe ist eine Liste von Leuten. Sie sehen ihren Namen und deinen, aber nicht, wer noch dabei ist. Unter „Wer mich sieht“ legst du fest, was sie sehen darf.',
  own: 'Gruppen, die ich angelegt habe',
  ownNone: 'Du hast noch keine Gruppe angelegt.',
  members: '{count, plural, =0 {noch niemand} one {# Person} other {# Leute}}',
  inGroup: '{count, plural, =0 {Leute} one {# Person} other {# Leute}}',
  newGroup: 'Gruppe anlegen',
  newTitle: 'Eine neue Gruppe',
  joined: 'Gruppen, in denen ich bin',
  joinedWhy:
    'Wem sie gehören, lässt dich etwas sehen. Wer sonst in einer Gruppe ist, weiß nur die Person, der sie gehört.',
  leaveGroupTitle: '{name} verlassen?',
  leaveGroupWhy:
    'Du siehst nicht mehr, was {owner} dieser Gruppe zeigt. Nur {owner} kann dich wieder hinzufügen.',
  leftGroup: 'Du hast {name} verlassen.',
  communities: 'Gemeinschaften, in denen ich bin',
  communitiesNone: 'Du bist in keiner Gemeinschaft.',
  findCommunities: 'Gemeinschaften finden',
  isOwner: 'deine',
  leaveCommunityWhy:
    'Du siehst ihre Partien nicht mehr, außer wenn du mitgespielt hast. Partien, die du dort eingetragen hast, bleiben dort, und ihre Mitglieder sehen sie weiter.',
  requests: 'Anfragen, die ich gestellt habe',
  claim: 'Du sagst: Ich bin {name}',
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
    'Du findest alle, deren Seite du sehen darfst. Wer in dieser Gruppe ist, sieht immer auch deine Seite, was immer du gewählt hast.',
  memberAdded: '{name} ist jetzt in der Gruppe.',
  memberRemoved: '{name} ist nicht mehr in der Gruppe.',
  usedFor:
    '{type, select, PROFILE {Sieht deine Seite.} MATCH_HISTORY {Sieht deine Partien.} other {Sieht deine Ergebnisse.}}',
  unused: 'Sie lässt noch niemanden etwas sehen.',
  whoSeesMe: 'Wer mich sieht',

  trustTitle: 'Wer meine Partien korrigiert',
  trustLead:
    'Ihre Änderungen gelten sofort, und bei der Partie steht, von wem sie sind. Diese Leute sehen auch deine Entwürfe.',
  trustNone: 'Noch niemand. Korrekturen von anderen warten auf dich.',
  trustGive: 'Jemandem vertrauen',
  trustGiveTitle: 'Wer darf deine Partien korrigieren, ohne zu fragen?',
  trustAskTitle: '{name} vertrauen?',
  trustAsk: '{name} darf deine Partien korrigieren, ohne zu fragen, und sieht sie alle, auch Entwürfe.',
  trustYes: 'Vertrauen',
  trustSentence: '{name} darf meine Partien korrigieren, ohne zu fragen.',
  trustGiven: '{name} darf deine Partien jetzt korrigieren, ohne zu fragen.',
  trustBack: 'Zurücknehmen',
  trustBackThis: 'Vertrauen in {name} zurücknehmen',
  trustBackDone: '{name} muss von jetzt an wieder fragen.',
  trustMe: 'Wessen Partien ich korrigieren darf',
  trustMeWhy: 'Ohne zu fragen. Du siehst alle Partien dieser Leute, auch Entwürfe.',
  trustMeSentence: 'Ich darf die Partien von {name} korrigieren, ohne zu fragen.',
  trustReturn: 'Zurückgeben',
  trustReturnThis: 'Das Vertrauen von {name} zurückgeben',
  trustReturnDone: 'Deine Korrekturen an Partien von {name} warten von jetzt an wieder.',
  trustReturnTitle: 'Das Vertrauen von {name} zurückgeben?',
  trustReturnWhy: 'Nur {name} kann es dir wieder schenken.',

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
    'Nur deine Partien: als Tabelle für eine Tabellenkalkulation, oder nur die abgeschlossenen für die App BG Stats.',
  exportCsv: 'Als Tabelle speichern (CSV)',
  exportBgStats: 'Für BG Stats speichern',
  claims: 'Platzhalter von anderen, die ich bin',
  claimsWhy:
    'Ihre Partien gehören zu deinem Verlauf. Wenn du sagst, dass du ein Platzhalter nicht bist, bleiben seine Partien bei der anderen Person, unter dem Namen, den sie ihm gegeben hat.',
  claimsNone: 'Du hast keinen Platzhalter von jemand anderem beansprucht.',
  claimOf: '{name}, ein Platzhalter von {owner}',
  claimEnd: 'Das bin ich nicht',
  claimEndThis: 'Das bin ich nicht: {name} von {owner}',
  claimEndTitle: 'Sagen, dass du nicht {name} bist?',
  claimEndWhy:
    '{owner} behält die Partien mit {name}. In deinem Verlauf und deinen Zahlen zählen sie nicht mehr, und vielleicht siehst du sie nicht mehr.',
  claimEnded: '{name} steht nicht mehr für dich.',
  erase: 'Für immer gehen',
  eraseWhy: 'Niemand kann das rückgängig machen. Sieh dir zuerst an, was bleibt, und unter welchem Namen.',
  eraseLook: 'Ansehen, was dann geschieht',
  eraseMatches:
    '{count, plural, =0 {Du hast keine Partie eingetragen.} one {Die Partie, die du eingetragen hast, bleibt für die, die sie außer dir sehen. Du heißt darin „Player“.} other {Die # Partien, die du eingetragen hast, bleiben für die, die sie außer dir sehen. Du heißt darin „Player“.}}',
  eraseClaim:
    '{owner} behält die Partien mit {name}, unter diesem Namen. Nichts zeigt mehr, dass du das warst.',
  eraseStandIns:
    'Die Platzhalter, die du benannt hast, bleiben in diesen Partien, unter den Namen, die du ihnen gegeben hast.',
  eraseMemberships:
    '{count, plural, one {Du bist nicht mehr in der Gemeinschaft von jemand anderem.} other {Du bist nicht mehr in den # Gemeinschaften von anderen.}}',
  eraseGone:
    'Gelöscht werden dein Name, deine Seite, deine Zahlen, Entwürfe und Gruppen, das Vertrauen, Ansprüche und Anfragen, und jeder Weg, dich anzumelden.',
  eraseCommunities:
    '{count, plural, one {Deine Gemeinschaft geht} other {Deine # Gemeinschaften gehen}} an die Person, die am längsten Admin oder Mitglied ist. Ohne andere Mitglieder {count, plural, one {endet sie} other {enden sie}}.',
  eraseFirst: 'Speichere vorher deine Daten als Datei.',
  eraseAsk: 'Mein Konto löschen',
  eraseTitle: 'Dein Konto löschen?',
  eraseSure: 'Tippe deinen Namen, {name}, um sicher zu sein.',
  eraseNow: 'Für immer löschen',
  eraseUnsure: 'Das ist nicht dein Name. Tippe ihn so, wie er oben steht.',
})
