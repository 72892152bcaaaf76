/** The service's log: JSON for programs, plain lines on a terminal. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { correction, generate } from 'lean-qr'
import { reachedAt } from '../../src/cli/service/addresses.ts'
import { followSignal, loggerOf, plainLine, welcome } from '../../src/cli/service/log.ts'

/** Returns what a terminal shows of the lines that `write` logs at this level. */
function shown(logLevel: 'info' | 'debug', write: (logger: ReturnType<typeof loggerOf>) => void): string[] {
  const written: string[] = []
  write(loggerOf({ logLevel }, { isTTY: true, write: (text: string) => written.push(text) > 0 }))
  return written
}

test('on a terminal a line is for people, with its facts, and a trace below', () => {
  const lines = shown('info', (logger) => {
    logger.info({ method: 'POST', status: 201, reqId: 'r1' }, 'answered')
    logger.warn({ err: new Error('broken') }, 'a step failed')
    logger.debug('not at this level')
  })
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d info {2}answered {2}method=POST status=201\n$/)
  assert.match(lines[1] ?? '', /^\d\d:\d\d:\d\d warn {2}a step failed\nError: broken\n {4}at /)
})

test('a terminal shows changes and refusals, and reads that went well only at debug', () => {
  const requests = (logger: ReturnType<typeof loggerOf>) => {
    for (const [method, status] of [
      ['GET', 200],
      ['HEAD', 304],
      ['GET', 404],
      ['POST', 201],
      ['GET', undefined],
    ] as const)
      logger.info({ method, status }, 'answered')
  }
  const facts = (lines: string[]) =>
    lines.map((line) => line.slice('00:00:00 info  answered  '.length).trimEnd())
  assert.deepEqual(facts(shown('info', requests)), [
    'method=GET status=404',
    'method=POST status=201',
    'method=GET',
  ])
  assert.equal(shown('debug', requests).length, 5)
})

test('a fault on a terminal has the id that its answer names', () => {
  const [line = ''] = shown('info', (logger) =>
    logger.info({ method: 'GET', status: 500, reqId: 'r7' }, 'answered'),
  )
  assert.match(line, /status=500.* reqId=r7|reqId=r7.*status=500/)
})

test('what a client sent does not steer the terminal', () => {
  const line = plainLine({ level: 30, time: 0, msg: 'answered', path: '/\u001b[2J\nroot' })
  assert.match(line, /path=\/\\x1b\[2J\\x0aroot\n$/)
})

const baseUrl = 'http://localhost:8080'

test('the start says where it is, where to read, how to get a token, and whether it is well', () => {
  const lines = welcome(
    { baseUrl, issuers: [], metrics: { host: '127.0.0.1', port: 9464 } },
    undefined,
  ).split('\n')
  const parts = [
    baseUrl,
    `${baseUrl}/docs`,
    'npx scorebook login',
    `${baseUrl}/readyz`,
    'http://127.0.0.1:9464/metrics',
  ]
  assert.equal(lines.length, parts.length)
  for (const [index, part] of parts.entries()) assert.ok(lines[index]?.includes(part), part)
})

test('a start without an administrator has the link for the first one, and offers the demo', () => {
  const link = `${baseUrl}/link#secret`
  const text = welcome({ baseUrl, issuers: [], metrics: undefined }, link)
  assert.ok(text.includes(link))
  assert.match(text, /first administrator/)
  assert.match(text, /npx scorebook demo/)
})

test('a signal turns debug on and off, and tells the workers', () => {
  const told: string[] = []
  const lines = shown('info', (logger) => {
    const unfollow = followSignal(logger, (level) => told.push(level), 'SIGIO')
    for (const turn of [1, 2]) {
      logger.debug({ turn }, 'a detail')
      logger.info({ method: 'GET', status: 200 }, 'answered')
      process.emit('SIGIO')
    }
    logger.debug('a detail')
    unfollow()
  })
  assert.deepEqual(told, ['debug', 'info'])
  assert.deepEqual(
    lines.map((line) => line.slice('00:00:00 '.length).trimEnd()),
    [
      'info  a signal has set the level of the log  to=debug',
      'debug a detail  turn=2',
      'info  answered  method=GET status=200',
      'info  a signal has set the level of the log  to=info',
    ],
  )
})

test('a service that listens everywhere says where phones reach it, with a QR code', () => {
  const interfaces = {
    lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
    wlan: [
      { address: '192.168.1.20', family: 'IPv4', internal: false },
      { address: 'fe80::1', family: 'IPv6', internal: false },
      { address: '169.254.3.4', family: 'IPv4', internal: false },
    ],
  } as unknown as Parameters<typeof reachedAt>[1]
  const everywhere = { host: '0.0.0.0', port: 8080, baseUrl: 'http://0.0.0.0:8080' }
  const reached = reachedAt(everywhere, interfaces)
  assert.deepEqual(reached, ['http://192.168.1.20:8080'])
  assert.deepEqual(reachedAt({ ...everywhere, baseUrl: 'http://table.example:8080' }, interfaces), [
    'http://table.example:8080',
    'http://192.168.1.20:8080',
  ])
  assert.deepEqual(reachedAt({ ...everywhere, host: '127.0.0.1' }, interfaces), [])
  const link = 'http://0.0.0.0:8080/link#secret'
  const lines = welcome({ baseUrl: everywhere.baseUrl, issuers: [], metrics: undefined }, link, reached)
  assert.match(lines, /^ {2}Begin {6}http:\/\/192\.168\.1\.20:8080\/link#secret$/m)
  assert.match(lines, /^ {2}Phones {5}http:\/\/192\.168\.1\.20:8080$/m)
  const code = generate('http://192.168.1.20:8080', { minCorrectionLevel: correction.L })
  const rows = lines
    .split('\n')
    .filter((line) => line.includes('[30;107m'))
    .map((line) => line.slice('  \u001B[30;107m'.length))
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      const block = rows[Math.floor(y / 2) + 1]?.[x + 2]
      assert.equal(block === '█' || block === (y % 2 === 0 ? '▀' : '▄'), code.get(x, y), `${x}, ${y}`)
    }
})

/** Logs 100 lines and then does `end`. */
const logging = (end: string) => [
  '--input-type=module',
  '-e',
  `
    import { loggerOf } from '${new URL('../../src/cli/service/log.ts', import.meta.url).href}'
    const logger = loggerOf({ logLevel: 'info' }, process.stdout)
    for (let n = 0; n < 100; n++) logger.info({ n }, 'a line')
    ${end}`,
]

test('lines for programs are written in order, and all of them when the process ends or breaks', () => {
  const all = Array.from({ length: 100 }, (_, n) => n)
  for (const end of ['', 'process.exit(3)', "throw new Error('broken')"]) {
    const { stdout } = spawnSync(process.execPath, logging(end), { encoding: 'utf8' })
    const lines = stdout.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { n: number }).n),
      all,
      end,
    )
  }
})

test('a process ends although nobody reads its lines any more', async () => {
  for (const end of ['process.stdin.destroy()', 'process.exit(0)']) {
    const late = `process.stdin.once('data', () => { logger.info('late'); ${end} })`
    const child = spawn(process.execPath, logging(late), {
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: 20_000,
    })
    let lines = ''
    for await (const text of child.stdout.setEncoding('utf8'))
      if ((lines += String(text)).includes('"n":99')) break
    const ended = once(child, 'exit')
    child.stdin.write('go on')
    assert.deepEqual(await ended, [0, null], end)
  }
})
