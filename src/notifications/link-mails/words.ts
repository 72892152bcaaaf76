/** The words of mails with links, in the languages of the app. A subject never contains a name or a secret. */
import type { Locale } from '../schema.ts'

/** A mail: its subject, its sentences, the text of its link, and the reason why it was sent. */
export interface Words {
  subject: string
  lead: string
  open: string
  why: string
}

interface Invited {
  /** Undefined if the name looks like an address of the web. */
  inviter: string | undefined
  name: string | undefined
}

interface LinkWords {
  signIn: (account: string) => Words
  signedIn: (account: string, at: string, browser: string) => Words
  letIn: (account: string) => Words
  ghostPlayer: (who: Invited) => Words
  community: (who: Invited) => Words
  trustedEditor: (who: Invited) => Words
  account: Words
  reset: (account: string) => Words
  /** The link that ends all invitations by mail. */
  stop: string
  stopTitle: string
  stopLead: string
  stopButton: string
  stopped: string
  stoppedLead: string
}

const INVITED_EN = 'An invitation for you'
const INVITED_DE = 'Eine Einladung für dich'
const WHY_EN =
  'Somebody entered your address to invite you. We have sent this mail once, and do not keep the address.'
const WHY_DE =
  'Jemand hat deine Adresse eingegeben, um dich einzuladen. Wir haben diese Mail einmal geschickt und bewahren die Adresse nicht auf.'

export const LINK_WORDS: Record<Locale, LinkWords> = {
  en: {
    signIn: (account) => ({
      subject: 'Your link to sign in',
      lead: `With this link you sign in to Scorebook as ${account}. It is good once, for 15 minutes:`,
      open: 'Sign in',
      why: 'Did you not ask for it? Then do nothing: without this mail nobody gets in. Do not pass it on.',
    }),
    signedIn: (account, at, browser) => ({
      subject: 'Somebody signed in by a link',
      lead: `A link that we sent to this address was used on ${at} to sign in as ${account}, in ${browser}.`,
      open: 'Look at my account',
      why: 'Was it not you? Then somebody else reads this mailbox. Sign in, sign out everywhere else, and no longer let this address in.',
    }),
    letIn: (account) => ({
      subject: 'This address now lets somebody in',
      lead: `From now on we send links to this address that sign in as ${account}, if somebody asks for one.`,
      open: 'Look at my account',
      why: 'Was it not you? Then sign in and turn it off in your account.',
    }),
    ghostPlayer: ({ inviter, name }) => ({
      subject: INVITED_EN,
      lead: `${inviter ?? 'Somebody'} keeps scores of board games with Scorebook, and invites you to have the matches of ${name === undefined ? 'a player' : `“${name}”`} as your own. If that is you, open this link:`,
      open: 'Look at the invitation',
      why: WHY_EN,
    }),
    community: ({ inviter, name }) => ({
      subject: INVITED_EN,
      lead: `${inviter ?? 'Somebody'} invites you to join ${name === undefined ? 'a community' : `the community “${name}”`} in Scorebook, where people keep scores of board games:`,
      open: 'Look at the invitation',
      why: WHY_EN,
    }),
    trustedEditor: ({ inviter }) => ({
      subject: INVITED_EN,
      lead: `${inviter ?? 'Somebody'} invites you to correct their matches in Scorebook without asking:`,
      open: 'Look at the invitation',
      why: WHY_EN,
    }),
    account: {
      subject: INVITED_EN,
      lead: 'An administrator invites you to make an account in Scorebook, where people keep scores of board games:',
      open: 'Make an account',
      why: WHY_EN,
    },
    reset: (account) => ({
      subject: 'A link that lets you in again',
      lead: `An administrator made this link for you. With it you choose a new way to sign in as ${account}; all earlier ones end:`,
      open: 'Choose a new way',
      why: 'You get this mail because you let this address in. Did you not ask for it? Then ask the administrator, and do not pass it on.',
    }),
    stop: 'Never get such mail again',
    stopTitle: 'No more invitations',
    stopLead: 'Nobody will be able to send you an invitation by mail from this service, whoever it is.',
    stopButton: 'Stop invitations by mail',
    stopped: 'No more invitations',
    stoppedLead: 'Done. From here nobody sends you an invitation by mail any more.',
  },
  de: {
    signIn: (account) => ({
      subject: 'Dein Link zum Anmelden',
      lead: `Mit diesem Link meldest du dich bei Scorebook als ${account} an. Er gilt einmal, 15 Minuten lang:`,
      open: 'Anmelden',
      why: 'Hast du ihn nicht angefordert? Dann musst du nichts tun: Ohne diese Mail kommt niemand hinein. Gib sie nicht weiter.',
    }),
    signedIn: (account, at, browser) => ({
      subject: 'Jemand hat sich mit einem Link angemeldet',
      lead: `Ein Link, den wir an diese Adresse geschickt haben, wurde am ${at} benutzt, um sich als ${account} anzumelden (${browser}).`,
      open: 'Mein Konto ansehen',
      why: 'Warst du das nicht? Dann liest jemand anders dieses Postfach. Melde dich an, melde alle anderen Browser ab und lass diese Adresse nicht mehr hinein.',
    }),
    letIn: (account) => ({
      subject: 'Diese Adresse lässt jetzt jemanden hinein',
      lead: `Von jetzt an schicken wir auf Wunsch Links an diese Adresse, die als ${account} anmelden.`,
      open: 'Mein Konto ansehen',
      why: 'Warst du das nicht? Dann melde dich an und schalte es in deinem Konto ab.',
    }),
    ghostPlayer: ({ inviter, name }) => ({
      subject: INVITED_DE,
      lead: `${inviter ?? 'Jemand'} hält mit Scorebook Ergebnisse von Brettspielen fest und lädt dich ein, die Partien von ${name === undefined ? 'einer Person' : `„${name}“`} als deine eigenen zu haben. Wenn du das bist, öffne diesen Link:`,
      open: 'Einladung ansehen',
      why: WHY_DE,
    }),
    community: ({ inviter, name }) => ({
      subject: INVITED_DE,
      lead: `${inviter ?? 'Jemand'} lädt dich in ${name === undefined ? 'eine Gemeinschaft' : `die Gemeinschaft „${name}“`} bei Scorebook ein, wo Leute Ergebnisse von Brettspielen festhalten:`,
      open: 'Einladung ansehen',
      why: WHY_DE,
    }),
    trustedEditor: ({ inviter }) => ({
      subject: INVITED_DE,
      lead: `${inviter ?? 'Jemand'} lädt dich ein. Du darfst dann die Partien, die ${inviter ?? 'diese Person'} bei Scorebook eingetragen hat, ohne Nachfrage korrigieren:`,
      open: 'Einladung ansehen',
      why: WHY_DE,
    }),
    account: {
      subject: INVITED_DE,
      lead: 'Du bist eingeladen, bei Scorebook ein Konto anzulegen, wo Leute Ergebnisse von Brettspielen festhalten:',
      open: 'Konto anlegen',
      why: WHY_DE,
    },
    reset: (account) => ({
      subject: 'Ein Link, der dich wieder hineinlässt',
      lead: `Dieser Link ist von der Verwaltung für dich. Damit wählst du einen neuen Weg, dich als ${account} anzumelden; alle früheren enden:`,
      open: 'Neuen Weg wählen',
      why: 'Du bekommst diese Mail, weil du diese Adresse hineinlässt. Hast du nicht darum gebeten? Dann frag nach und gib sie nicht weiter.',
    }),
    stop: 'Nie wieder solche Mails',
    stopTitle: 'Keine Einladungen mehr',
    stopLead: 'Dann kann dir niemand mehr über diesen Dienst eine Einladung per Mail schicken, egal wer.',
    stopButton: 'Einladungen per Mail abbestellen',
    stopped: 'Keine Einladungen mehr',
    stoppedLead: 'Erledigt. Von hier bekommst du keine Einladung per Mail mehr.',
  },
}
