/** Makes the documentation page of all settings from their table. */
import { ISSUER } from '../src/config/issuers.ts'
import { type Name, SETTINGS, defaultOf } from '../src/config/settings.ts'

/**
 * The parts of the page, with the beginnings of the names of their settings, without `SCOREBOOK_`. A setting appears in the first
 * part that fits.
 */
const PARTS: readonly [heading: string, lead: string, ...beginnings: string[]][] = [
  [
    'Address and processes',
    'A proxy in front of the service needs [a page of its own](behind-a-proxy.md); [several processes](decisions/017-processes.md) share one port.',
    'HOST',
    'PORT',
    'BASE_URL',
    'PROCESSES',
    'STOP_DELAY',
    'TRUSTED_PROXIES',
    'CORS_ORIGINS',
    'ERROR_TYPE_BASE',
    'WEB',
  ],
  [
    'Database and backups',
    'Several servers: [scale](scale.md). Backups and their restore: [operations](operations.md#try-a-restore).',
    'DATA_DIR',
    'DATABASE_',
    'BACKUP',
    'POSTGRES_',
  ],
  [
    'Signing in',
    'How people, apps and outside issuers sign in: [sign-in](sign-in.md).',
    'SIGN_UP',
    'ADMIN_',
    'PLAIN_SIGN_IN',
    'AUTH_ISSUERS',
    'ISSUER',
    'KEY_DAYS',
    'AUDIT_DAYS',
  ],
  [
    'Mail and push messages',
    'What is sent, and when: [notifications](notifications.md).',
    'SMTP_URL',
    'MAIL_FROM',
    'PUSH',
  ],
  ['Webhooks', 'How they are made: [webhooks](webhooks.md).', 'WEBHOOK_LOOPBACK_PORTS'],
  ['Log and metrics', 'What to watch: [operations](operations.md#watch).', 'LOG_LEVEL', 'METRICS_'],
  ['Command line', 'Tokens for scripts: [scripts and CI](scripts.md).', 'TOKEN'],
  [
    'Game-catalog pipeline',
    'What it does with them: [catalog](catalog.md).',
    'PIPELINE',
    'CATALOG_',
    'SEARCH_',
    'MODEL_',
  ],
]

export function settingsPage(): string {
  const left = new Set(Object.keys(SETTINGS) as Name[])
  const parts = PARTS.map(([heading, lead, ...beginnings]) => {
    const names = beginnings.flatMap((beginning) => [...left].filter((name) => belongs(name, beginning)))
    for (const name of names) left.delete(name)
    return `## ${heading}\n\n${lead}\n\n${table(names.map((name) => [name, without(name), SETTINGS[name].about]))}`
  })
  if (left.size > 0) throw new Error(`test/settings-page.ts has no part for ${[...left].join(', ')}.`)
  return `${INTRODUCTION}\n${parts.join('\n')}\n${issuers()}`
}

const INTRODUCTION = `# Settings

Set them as environment variables, or in a file \`.env\` in the folder where the service starts; the environment wins. A setting that does
not exist, or has a wrong value, stops the start with a sentence. \`npx scorebook doctor\` checks what they name. This page is made
from the code by \`npm run derive\`.
`

/** A beginning must end in an underscore, or be followed by one in the name, or be the whole name. */
const belongs = (name: Name, beginning: string) => {
  const rest = name.slice('SCOREBOOK_'.length)
  return rest === beginning || rest.startsWith(beginning.endsWith('_') ? beginning : `${beginning}_`)
}

/** The default as the page shows it: values as code, descriptions as plain text. */
const without = (name: Name) => {
  const text = defaultOf(SETTINGS[name])
  return text === 'none' || text.includes(' ') ? text : `\`${text}\``
}

const table = (rows: (readonly [name: string, without: string, about: string])[]) =>
  [
    '| setting | default | |',
    '| --- | --- | --- |',
    ...rows.map(([name, without, about]) => `| \`${name}\` | ${without} | ${about} |`),
    '',
  ].join('\n')

const issuers = () => `## Outside issuers

\`SCOREBOOK_AUTH_ISSUERS\` is a JSON list of objects with these fields; [sign-in](sign-in.md#outside-issuers) has examples. The service reads the keys
of an issuer where its discovery document says, unless a field names another place.

| field | |
| --- | --- |
${Object.entries(ISSUER)
  .map(([name, { description = '' }]) => `| \`${name}\` | ${description} |`)
  .join('\n')}
`
