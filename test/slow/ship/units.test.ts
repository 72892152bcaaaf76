/** The systemd unit and the compose file are valid by systemd's and Docker's own tools, and do what they say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import packageFile from '../../../package.json' with { type: 'json' }
import { LONGEST_DRAIN } from '../../../src/cli/service/answer.ts'
import { SETTINGS } from '../../../src/config/settings.ts'
import { stagesIn } from './dockerfile.ts'
import { needs } from './tools.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const UNIT = 'ship/scorebook.service'
const COMPOSE = 'ship/compose.yaml'
const textOf = (file: string) => readFile(root + file, 'utf8')

test(
  'systemd takes the unit without a word, and finds it well confined',
  needs(['systemd-analyze']),
  async () => {
    const verified = await run('systemd-analyze', ['verify', UNIT])
    assert.deepEqual(verified, { code: 0, out: '' })
    // A threshold of 20 means an exposure of 2.0 out of 10. A unit without any protection has 9.6.
    const judged = await run('systemd-analyze', ['security', '--offline=yes', '--threshold=20', UNIT])
    assert.equal(judged.code, 0, judged.out)
  },
)

test('the unit starts the service with the Node that came along', async () => {
  const unit = await textOf(UNIT)
  const valueOf = (name: string) =>
    new RegExp(`^${name}(.*)$`, 'm').exec(unit)?.[1]?.replaceAll('/opt/scorebook/', root)
  const path = valueOf('Environment=PATH=') ?? ''
  const [program = '', ...args] = valueOf('ExecStart=')?.split(' ') ?? []
  assert.equal(args.pop(), 'serve')
  const version = await run(program, [...args, '--version'], { PATH: path })
  assert.deepEqual(version, { code: 0, out: `${packageFile.version}\n` })
  const node = await run(program, ['node', '--version'], { PATH: path })
  assert.equal(node.out.trim(), process.version)
})

test('compose takes its file, and what it names is there', needs(['docker-compose']), async () => {
  assert.deepEqual(await run('docker-compose', ['--file', COMPOSE, 'config', '--quiet']), {
    code: 0,
    out: '',
  })
  const { out: read } = await run('docker-compose', ['--file', COMPOSE, 'config'])
  assert.match(read, /depends_on:\s+database:\s+condition: service_healthy/)
  const names = [...read.matchAll(/^\s+(SCOREBOOK_\w+):/gm)].map(([, name = '']) => name)
  assert.ok(names.length > 2)
  for (const name of names) assert.ok(Object.hasOwn(SETTINGS, name), name)
  const targets = stagesIn(await textOf('ship/Dockerfile')).map(({ name }) => name)
  const target = /target: (\S+)/.exec(read)?.[1] ?? ''
  assert.ok(targets.includes(target), target)
  assert.match(read, new RegExp(`image: scorebook:${packageFile.version}-${target}`))
})

test('whoever runs the service bounds its memory, and leaves room for more than its heap', async () => {
  const [unit, compose, dockerfile] = await Promise.all([UNIT, COMPOSE, 'ship/Dockerfile'].map(textOf))
  assert.match(compose ?? '', /^ {2}scorebook:$.*?mem_limit: 512m$.*?^ {2}database:$.*?mem_limit: 1g$/ms)
  const heap = Number(/--max-old-space-size=(\d+)$/m.exec(unit ?? '')?.[1])
  const most = Number(/^MemoryMax=(\d+)G$/m.exec(unit ?? '')?.[1]) * 1024
  assert.ok(heap >= 256 && heap < most / 2, `${heap} of ${most} MB`)
  assert.match(dockerfile ?? '', new RegExp(`image.version="${packageFile.version.replaceAll('.', '\\.')}"`))
})

test('a shell reads the daily dump of compose', async () => {
  const [, script = ''] = /^ {6}- \|\n((?: {8}.*\n)+)/m.exec(await textOf(COMPOSE)) ?? []
  assert.match(script, /pg_dump --format=custom/)
  assert.deepEqual(await run('bash', ['-n', '-c', script.replaceAll('$$', '$')]), { code: 0, out: '' })
})

test('whoever stops the service waits until it has answered', async () => {
  const [unit, compose] = await Promise.all([textOf(UNIT), textOf(COMPOSE)])
  const seconds = [
    /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1],
    /^ {2}scorebook:$.*?stop_grace_period: (\d+)s$/ms.exec(compose)?.[1],
  ]
  for (const one of seconds) assert.ok(Number(one) * 1000 >= LONGEST_DRAIN + 10_000, one)
})

test('the service is started again however long its database is away, but not with wrong settings', async () => {
  const unit = await textOf(UNIT)
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  const [interval, burst, pause] = ['StartLimitIntervalSec', 'StartLimitBurst', 'RestartSec'].map((name) =>
    Number(valueOf(name) ?? 0),
  ) as [number, number, number]
  assert.ok(interval === 0 || interval / pause < burst, 'systemd would give up')
  assert.equal(valueOf('Restart'), 'on-failure')
  assert.equal(valueOf('RestartPreventExitStatus'), '2')
  assert.equal(valueOf('OOMPolicy'), 'continue', 'PostgreSQL recovers by itself')
})

test(
  'behind a proxy of this machine, compose believes the gateway of its network',
  needs(['docker-compose']),
  async () => {
    const env = { SCOREBOOK_TRUSTED_PROXIES: undefined }
    const { out } = await run('docker-compose', ['--file', COMPOSE, 'config'], env)
    const gateway = /gateway: (\S+)/.exec(out)?.[1] ?? ''
    const subnet = /subnet: (\S+)/.exec(out)?.[1] ?? ''
    assert.match(out, new RegExp(`SCOREBOOK_TRUSTED_PROXIES: ${gateway}\n`))
    const [address = '', bits = ''] = subnet.split('/')
    const network = new BlockList()
    network.addSubnet(address, Number(bits))
    assert.ok(network.check(gateway), `${gateway} in ${subnet}`)
  },
)

const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    execFile(program, args, { cwd: root, env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out: out + err }),
    )
  })
