/** The settings: their defaults, what they mean, and one message that reports all wrong values together. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from '../src/config.ts'
import { SETTINGS, defaultOf, settingsHelp } from '../src/config/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'scorebook-config-'))
after(() => rmSync(folder, { recursive: true }))

const faults = (env: NodeJS.ProcessEnv): string => {
  try {
    readConfig(env, folder)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return ''
}

test('without settings it is a service on this machine', () => {
  assert.deepEqual(readConfig({}, folder), {
    host: '127.0.0.1',
    port: 8080,
    processes: 1,
    stopDelay: 0,
    baseUrl: 'http://localhost:8080',
    errorTypeBase: 'http://localhost:8080/problems',
    issuer: 'http://localhost:8080',
    keyDays: 90,
    dataDir: join(folder, 'data'),
    mail: undefined,
    push: { contact: 'mailto:scorebook@localhost' },
    memory: {},
    traces: undefined,
    metrics: undefined,
    backup: { enabled: true, folder: join(folder, 'data', 'backups'), hour: 3, keepLog: false },
    databaseUrl: undefined,
    issuers: [],
    corsOrigins: [],
    web: true,
    plainSignIn: false,
    signUp: 'invitation',
    firstAdministrator: undefined,
    trustedProxies: [],
    webhookLoopbackPorts: [],
    auditDays: 365,
    token: undefined,
    logLevel: 'info',
    pipeline: {
      enabled: true,
      outside: {},
      settings: {
        source: 'catalog',
        cataloguePause: 5000,
        dailyCalls: undefined,
        dailyTokens: undefined,
        textDays: 30,
      },
    },
  })
})

test('a setting follows from another, and the environment wins over the file', () => {
  writeFileSync(join(folder, '.env'), 'SCOREBOOK_PORT=9000\nSCOREBOOK_LOG_LEVEL=debug\n')
  const config = readConfig({ SCOREBOOK_LOG_LEVEL: 'warn', SCOREBOOK_HOST: '::1' }, folder)
  rmSync(join(folder, '.env'))
  assert.deepEqual([config.port, config.logLevel, config.baseUrl], [9000, 'warn', 'http://[::1]:9000'])
  assert.equal(
    readConfig({ SCOREBOOK_BASE_URL: 'https://s.example.org/' }, folder).errorTypeBase,
    'https://s.example.org/problems',
  )
})

test('metrics have a port of their own', () => {
  const settings = { SCOREBOOK_PORT: '9000', SCOREBOOK_METRICS_PORT: '9000' }
  assert.match(
    faults(settings),
    /^SCOREBOOK_METRICS_PORT must be another port than the service's port 9000\.$/,
  )
  assert.match(
    faults({ ...settings, SCOREBOOK_HOST: '0.0.0.0' }),
    /^SCOREBOOK_METRICS_PORT must be another port/,
  )
  const elsewhere = readConfig({ ...settings, SCOREBOOK_METRICS_HOST: '127.0.0.2' }, folder)
  assert.deepEqual(elsewhere.metrics, { host: '127.0.0.2', port: 9000 })
})

test('processes are a number, or one for each core', () => {
  const processes = (given: string) => readConfig({ SCOREBOOK_PROCESSES: given }, folder).processes
  assert.deepEqual(['1', '2', '10'].map(processes), [1, 2, 10])
  assert.equal(processes('auto'), Math.min(10, availableParallelism()))
  for (const wrong of ['0', '11', '-1', '1.5', 'all', '2 '])
    assert.match(
      faults({ SCOREBOOK_PROCESSES: wrong }),
      /^SCOREBOOK_PROCESSES must be auto, or a whole number from 1 to 10/,
    )
})

test('the first administrator has a name and a file, and proxies have addresses', () => {
  const told = faults({ SCOREBOOK_ADMIN_NAME: 'Alma' })
  assert.match(told, /SCOREBOOK_ADMIN_PASSWORD_FILE must be set when SCOREBOOK_ADMIN_NAME is\./)
  const config = readConfig(
    {
      SCOREBOOK_ADMIN_NAME: 'Alma',
      SCOREBOOK_ADMIN_PASSWORD_FILE: 'secret',
      SCOREBOOK_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1, fd00::/8',
    },
    folder,
  )
  assert.deepEqual(config.firstAdministrator, { name: 'Alma', passwordFile: join(folder, 'secret') })
  assert.deepEqual(config.trustedProxies, ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
  for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0', '::1/129', '10.0.0.0/8/8'])
    assert.match(faults({ SCOREBOOK_TRUSTED_PROXIES: wrong }), /SCOREBOOK_TRUSTED_PROXIES must be addresses/)
})

test('all faults come at once, by name', () => {
  const told = faults({
    SCOREBOOK_PORT: 'http',
    SCOREBOOK_LOG_LEVEL: 'loud',
    SCOREBOOK_BASE_URL: 'here',
    SCOREBOOK_DATABASE: 'x',
  })
  assert.equal(told.split('\n').length, 4)
  assert.match(told, /SCOREBOOK_DATABASE is not a setting\. Did you mean SCOREBOOK_DATABASE_URL\?/)
  assert.match(told, /SCOREBOOK_PORT must be a port/)
  assert.match(told, /SCOREBOOK_LOG_LEVEL must be one of fatal/)
  assert.match(told, /SCOREBOOK_BASE_URL must be an http or https URL/)
})

for (const [name, value] of [
  ['SCOREBOOK_PORT', '0'],
  ['SCOREBOOK_PORT', '65536'],
  ['SCOREBOOK_PORT', '80 80'],
  ['SCOREBOOK_DATABASE_URL', 'mysql://x'],
  ['SCOREBOOK_CORS_ORIGINS', 'https://app.example.org/'],
  ['SCOREBOOK_CORS_ORIGINS', 'app'],
  ['SCOREBOOK_AUTH_ISSUERS', '{'],
  ['SCOREBOOK_AUTH_ISSUERS', '[]'],
  ['SCOREBOOK_AUTH_ISSUERS', '[{"issuer": "https://id.example.org"}]'],
  ['SCOREBOOK_AUTH_ISSUERS', '[{"issuer": "http://id.example.org", "audience": "a"}]'],
  [
    'SCOREBOOK_AUTH_ISSUERS',
    '[{"issuer": "https://id.example.org", "audience": "a", "roles": {"x": "king"}}]',
  ],
  [
    'SCOREBOOK_AUTH_ISSUERS',
    '[{"issuer": "https://id.example.org", "audience": "a", "jwksFile": "k", "jwksUri": "https://id.example.org/k"}]',
  ],
] as const) {
  test(`${name}=${value} is refused`, () =>
    assert.match(faults({ [name]: value }), new RegExp(`^${name} must be`)))
}

test('a password in a wrong database URL is not repeated', () => {
  assert.doesNotMatch(faults({ SCOREBOOK_DATABASE_URL: 'mysql://me:secret@db/x' }), /secret/)
})

test('issuers are read with what they leave out', () => {
  const [issuer] = readConfig(
    {
      SCOREBOOK_AUTH_ISSUERS:
        '[{"issuer": "https://id.example.org", "audience": "a", "jwksFile": "keys.json", "roles": {"staff": "catalog-editor"}}]',
    },
    folder,
  ).issuers
  assert.deepEqual(issuer, {
    issuer: 'https://id.example.org',
    audience: 'a',
    jwksUri: undefined,
    jwksFile: join(folder, 'keys.json'),
    rolesClaim: 'roles',
    roles: new Map([['staff', 'catalog-editor']]),
  })
})

test('what the pipeline asks of others is read from its settings, and incomplete settings are named', () => {
  const { outside, settings, enabled } = readConfig(
    {
      SCOREBOOK_PIPELINE: 'off',
      SCOREBOOK_CATALOG_URL: 'https://catalog.example.org/',
      SCOREBOOK_CATALOG_TOKEN: 't',
      SCOREBOOK_CATALOG_SOURCE: 'bgg',
      SCOREBOOK_CATALOG_PAUSE: '0',
      SCOREBOOK_SEARCH_SERVICE: 'searxng',
      SCOREBOOK_SEARCH_URL: 'http://search.internal:8888',
      SCOREBOOK_SEARCH_PUBLISHERS: 'publisher.example, other.example',
      SCOREBOOK_MODEL_PROTOCOL: 'openai',
      SCOREBOOK_MODEL_URL: 'http://127.0.0.1:11434/v1',
      SCOREBOOK_MODEL_NAME: 'small',
      SCOREBOOK_MODEL_DAILY_CALLS: '100',
    },
    folder,
  ).pipeline
  assert.equal(enabled, false)
  assert.deepEqual(outside, {
    catalogue: { baseUrl: 'https://catalog.example.org', token: 't' },
    rulebooks: {
      publishers: ['publisher.example', 'other.example'],
      loopbackPorts: [],
      userAgent: 'Scorebook/1.0',
      search: { service: 'searxng', baseUrl: 'http://search.internal:8888' },
    },
    model: { protocol: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', model: 'small' },
  })
  assert.deepEqual([settings.source, settings.cataloguePause, settings.dailyCalls], ['bgg', 0, 100])
  for (const [env, expected] of [
    [{ SCOREBOOK_CATALOG_URL: 'https://a.example' }, /^SCOREBOOK_CATALOG_TOKEN must be set/],
    [{ SCOREBOOK_SEARCH_SERVICE: 'searxng' }, /^SCOREBOOK_SEARCH_URL must be set/],
    [{ SCOREBOOK_SEARCH_SERVICE: 'brave' }, /^SCOREBOOK_SEARCH_KEY must be set/],
    [{ SCOREBOOK_MODEL_PROTOCOL: 'openai' }, /^SCOREBOOK_MODEL_URL.*\nSCOREBOOK_MODEL_NAME/],
    [{ SCOREBOOK_PIPELINE: 'yes' }, /^SCOREBOOK_PIPELINE must be one of on, off/],
    [{ SCOREBOOK_CATALOG_SOURCE: 'B G' }, /^SCOREBOOK_CATALOG_SOURCE must be/],
    [{ SCOREBOOK_MODEL_DAILY_CALLS: '0' }, /^SCOREBOOK_MODEL_DAILY_CALLS must be/],
    [
      { SCOREBOOK_SEARCH_URL: 'https://me:secret@a.example', SCOREBOOK_SEARCH_SERVICE: 'searxng' },
      /^(?!.*secret)/,
    ],
  ] as const)
    assert.match(faults(env), expected)
  const manual = readConfig({ SCOREBOOK_SEARCH_SERVICE: 'manual' }, folder).pipeline.outside
  assert.deepEqual(manual, {
    rulebooks: { publishers: [], loopbackPorts: [], userAgent: 'Scorebook/1.0' },
  })
})

test('the mail server is read from its URL, and a wrong one is refused without its password', () => {
  const from = { SCOREBOOK_MAIL_FROM: 'Scorebook <scorebook@example.org>' }
  const mailOf = (url: string) => readConfig({ SCOREBOOK_SMTP_URL: url, ...from }, folder).mail
  assert.equal(readConfig({}, folder).mail, undefined)
  assert.deepEqual(mailOf('smtp://me:p%40ss@mail.example'), {
    host: 'mail.example',
    port: 587,
    implicitTls: false,
    mustEncrypt: true,
    credentials: { user: 'me', pass: 'p@ss' },
    from: from.SCOREBOOK_MAIL_FROM,
  })
  const local = mailOf('smtps://localhost')
  assert.deepEqual(
    [local?.port, local?.implicitTls, local?.mustEncrypt, local?.credentials],
    [465, true, false, undefined],
  )
  for (const url of [
    'http://me:secret@mail.example',
    'smtp://me:secret@mail.example/path',
    'smtp://me@mail.example?secret',
    'smtp://me:%secret@mail.example',
    'secret',
  ]) {
    const told = faults({ SCOREBOOK_SMTP_URL: url, ...from })
    assert.match(told, /^SCOREBOOK_SMTP_URL must be a URL such as smtp:/)
    assert.doesNotMatch(told, /secret/)
  }
  assert.match(faults({ SCOREBOOK_SMTP_URL: 'smtp://mail.example' }), /^SCOREBOOK_MAIL_FROM must be set/)
  assert.match(faults({ ...from }), /^SCOREBOOK_SMTP_URL must be set/)
  assert.match(
    faults({ SCOREBOOK_SMTP_URL: 'smtp://mail.example', SCOREBOOK_MAIL_FROM: 'me' }),
    /must be an address/,
  )
  const withoutApp = { SCOREBOOK_SMTP_URL: 'smtp://mail.example', ...from, SCOREBOOK_WEB: 'off' }
  assert.match(faults(withoutApp), /^SCOREBOOK_SMTP_URL needs the web app/)
})

test('a needed setting that is wrong counts once, as wrong and not as missing', () => {
  const told = faults({
    SCOREBOOK_MODEL_PROTOCOL: 'openai',
    SCOREBOOK_MODEL_NAME: 'small',
    SCOREBOOK_MODEL_URL: 'here',
  })
  assert.match(told, /^SCOREBOOK_MODEL_URL must be an http or https URL[^\n]*$/)
})

for (const name of ['SCOREBOOK_BASE_URL', 'SCOREBOOK_ERROR_TYPE_BASE', 'SCOREBOOK_CATALOG_URL'])
  for (const value of [
    'https://me:secret@a.example',
    'https://a.example?key=secret',
    'ftp://a.example/secret',
  ])
    test(`${name}=${value} is refused, and not repeated`, () => {
      const told = faults({ [name]: value, SCOREBOOK_CATALOG_TOKEN: 't' })
      assert.match(told, new RegExp(`^${name} must be`))
      assert.doesNotMatch(told, /secret/)
    })

test('every default is a value that the setting takes', () => {
  const defaults = Object.entries(SETTINGS).flatMap(([name, known]) =>
    'default' in known ? [[name, known.default]] : [],
  )
  assert.ok(defaults.length > 5)
  assert.deepEqual(readConfig(Object.fromEntries(defaults), folder), readConfig({}, folder))
})

test('the help lists every setting with its default', () => {
  const help = new Map(settingsHelp())
  assert.deepEqual([...help.keys()], Object.keys(SETTINGS))
  assert.match(help.get('SCOREBOOK_PORT') ?? '', /\(default: 8080\)$/)
  assert.match(help.get('SCOREBOOK_BASE_URL') ?? '', /\(default: http:\/\/HOST:PORT\)$/)
})

test("the README's table has some settings, with their defaults", () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (`SCOREBOOK_[^|]*) \| ([^|]*) \|/gm)]
  assert.ok(rows.length > 3)
  for (const [, names = '', defaults = ''] of rows) {
    const without = defaults.replaceAll('`', '').split(', ')
    for (const [n, name] of names.replaceAll('`', '').split(', ').entries()) {
      assert.ok(Object.hasOwn(SETTINGS, name), name)
      assert.equal(without[n], defaultOf(SETTINGS[name as keyof typeof SETTINGS]), name)
    }
  }
})

test('the password of the database may be in a file, and is put into the URL as URLs take it', () => {
  const file = join(folder, 'database-password')
  writeFileSync(file, 'p@ss/w:rd 1\n')
  const settings = { SCOREBOOK_DATABASE_PASSWORD_FILE: 'database-password' }
  const read = (url: string) => readConfig({ ...settings, SCOREBOOK_DATABASE_URL: url }, folder).databaseUrl
  assert.equal(
    read('postgresql://scorebook@one,two:5433/scorebook'),
    'postgresql://scorebook:p%40ss%2Fw%3Ard%201@one,two:5433/scorebook',
  )
  assert.equal(
    read('postgresql://scorebook@/scorebook?host=/run/postgresql'),
    'postgresql://scorebook:p%40ss%2Fw%3Ard%201@/scorebook?host=/run/postgresql',
  )
  for (const url of [
    'postgresql://scorebook:other@one/db',
    'postgresql://one/db',
    'postgresql://@one/db',
    'postgresql:///db?user=a@b',
  ])
    assert.match(
      faults({ ...settings, SCOREBOOK_DATABASE_URL: url }),
      /^SCOREBOOK_DATABASE_URL must name a user and no password/,
    )
  assert.match(
    faults(settings),
    /SCOREBOOK_DATABASE_URL must be set when SCOREBOOK_DATABASE_PASSWORD_FILE is\./,
  )
  const url = { SCOREBOOK_DATABASE_URL: 'postgresql://scorebook@one/db' }
  assert.match(
    faults({ ...url, SCOREBOOK_DATABASE_PASSWORD_FILE: 'nowhere' }),
    /^SCOREBOOK_DATABASE_PASSWORD_FILE must name a file that can be read: ENOENT/,
  )
  writeFileSync(file, '\n')
  assert.match(faults({ ...settings, ...url }), /a file with a password; database-password is empty\.$/)
})

test('ports for webhooks are a list of ports, and there are none by default', () => {
  const { webhookLoopbackPorts } = readConfig({ SCOREBOOK_WEBHOOK_LOOPBACK_PORTS: '8443, 9443' }, folder)
  assert.deepEqual(webhookLoopbackPorts, [8443, 9443])
  assert.match(
    faults({ SCOREBOOK_WEBHOOK_LOOPBACK_PORTS: 'https' }),
    /^SCOREBOOK_WEBHOOK_LOOPBACK_PORTS must /,
  )
})
