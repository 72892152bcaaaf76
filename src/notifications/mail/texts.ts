/** The words of mails about the inbox, and of the page that ends them, in the languages of the app. */
import type { Locale, NotificationKind } from '../schema.ts'

type Forms = readonly [one: string, many: string]

interface Words {
  counted: Record<NotificationKind, Forms>
  and: string
  waits: (things: string) => string
  lead: string
  open: string
  why: string
  stop: string
  verifySubject: string
  verify: string
  verifyOpen: string
  verifyWhy: string
  stopTitle: string
  stopLead: string
  stopButton: string
  stopped: string
  stoppedLead: string
}

export const WORDS: Record<Locale, Words> = {
  en: {
    counted: {
      MATCH_EDIT: ['correction', 'corrections'],
      DISPUTE: ['dispute', 'disputes'],
      CLAIM_REQUEST: ['claim', 'claims'],
      MEMBERSHIP_REQUEST: ['request to join', 'requests to join'],
      INVITATION: ['invitation', 'invitations'],
    },
    and: ' and ',
    waits: (things) => `New in your inbox: ${things}`,
    lead: 'This is new in your inbox:',
    open: 'Open the inbox',
    why: 'You get this mail because you asked for it in the settings of Scorebook.',
    stop: 'No more mail',
    verifySubject: 'Is this your address?',
    verify:
      'Somebody entered this address in the settings of Scorebook. If it was you, open this link within a day, and sign in as the person who entered it:',
    verifyOpen: 'This is my address',
    verifyWhy: 'If it was somebody else, do nothing. You get no other mail.',
    stopTitle: 'No more mail',
    stopLead: 'You will get no mail from this service any more. Your inbox stays as it is.',
    stopButton: 'Stop all mail',
    stopped: 'No more mail',
    stoppedLead: 'Done. You can choose again in the settings, under “Notifications”.',
  },
  de: {
    counted: {
      MATCH_EDIT: ['Korrektur', 'Korrekturen'],
      DISPUTE: ['Einspruch', 'Einsprüche'],
      CLAIM_REQUEST: ['Anspruch', 'Ansprüche'],
      MEMBERSHIP_REQUEST: ['Beitrittsanfrage', 'Beitrittsanfragen'],
      INVITATION: ['Einladung', 'Einladungen'],
    },
    and: ' und ',
    waits: (things) => `Neu in deinem Eingang: ${things}`,
    lead: 'Das ist neu in deinem Eingang:',
    open: 'Eingang öffnen',
    why: 'Du bekommst diese Mail, weil du sie in den Einstellungen von Scorebook gewünscht hast.',
    stop: 'Keine Mails mehr',
    verifySubject: 'Ist das deine Adresse?',
    verify:
      'Jemand hat diese Adresse in den Einstellungen von Scorebook eingetragen. Wenn du das warst, öffne diesen Link innerhalb eines Tages und melde dich als die Person an, die sie eingetragen hat:',
    verifyOpen: 'Das ist meine Adresse',
    verifyWhy: 'Wenn es jemand anders war, musst du nichts tun. Du bekommst keine weitere Mail.',
    stopTitle: 'Keine Mails mehr',
    stopLead: 'Du bekommst dann keine Mails mehr von diesem Dienst. Dein Eingang bleibt, wie er ist.',
    stopButton: 'Alle Mails abbestellen',
    stopped: 'Keine Mails mehr',
    stoppedLead: 'Erledigt. In den Einstellungen kannst du unter „Benachrichtigungen“ neu wählen.',
  },
}

/** Writes for example "2 corrections and 1 claim". */
export function counted(locale: Locale, counts: ReadonlyMap<NotificationKind, number>): string[] {
  const words = WORDS[locale]
  return [...counts].map(([kind, count]) => `${count} ${words.counted[kind][count === 1 ? 0 : 1]}`)
}

export function listed(locale: Locale, things: readonly string[]): string {
  const last = things.at(-1) ?? ''
  return things.length < 2 ? last : `${things.slice(0, -1).join(', ')}${WORDS[locale].and}${last}`
}
