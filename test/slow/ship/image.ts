/**
 * Builds and runs the images of the Dockerfile without Docker. Each step runs with `chroot` and `unshare` in its own root file
 * system, on a Debian made by mmdebstrap. It needs root on Linux.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PREPARED, asUser, bound, entering, inside } from '../chroot.ts'
import { type Stage, type Step, admittedBy, commandIn, stagesIn } from './dockerfile.ts'

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../../', import.meta.url))
const DOCKERFILE = join(project, 'ship/Dockerfile')

export interface Image {
  root: string
  env: Record<string, string>
  user: string
  workdir: string
  entrypoint: string[]
  cmd: string[]
  health: string[]
  volumes: string[]
}

const EMPTY = {
  env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  user: '0:0',
  workdir: '/',
  entrypoint: [],
  cmd: [],
  health: [],
  volumes: [],
}

/** Builds each stage once, when somebody asks for it. */
export class Builder {
  readonly #folder: string
  readonly #stages: Promise<Stage[]>
  readonly #made = new Map<string, Promise<Image>>()
  #context: Promise<string> | undefined
  #debian: Promise<string> | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#stages = readFile(DOCKERFILE, 'utf8').then(stagesIn)
  }

  image(name: string): Promise<Image> {
    const made = this.#made.get(name) ?? this.#make(name)
    this.#made.set(name, made)
    return made
  }

  async #make(name: string): Promise<Image> {
    const stage = (await this.#stages).find((one) => one.name === name)
    if (stage === undefined) return this.#base(name)
    // Starts the stages to copy from at the same time. If one fails, the COPY that needs it reports that.
    for (const { flags } of stage.steps)
      if (flags['from'] !== undefined) this.image(flags['from']).catch(() => {})
    const before = await this.image(stage.from)
    const image = { ...structuredClone(before), root: join(this.#folder, name) }
    await run('cp', ['--archive', before.root, image.root])
    for (const step of stage.steps) await this.#take(step, image)
    return image
  }

  /** The images that a FROM may name: Debian, and Node's image, which is Debian with Node and npm. */
  async #base(name: string): Promise<Image> {
    const [, kind, suite = ''] = /^(debian|node):(?:24-)?(\w+)-slim$/.exec(name) ?? []
    if (kind === undefined) throw new Error(`${name} is no image that is known here.`)
    this.#debian ??= this.#bootstrap(suite)
    const debian = await this.#debian
    if (kind === 'debian') return { ...structuredClone(EMPTY), root: debian }
    const root = join(this.#folder, 'node')
    await run('cp', ['--archive', debian, root])
    await cp(process.execPath, join(root, 'usr/local/bin/node'))
    const { stdout } = await run('npm', ['root', '--global'])
    const modules = join(root, 'usr/local/lib/node_modules')
    await mkdir(modules, { recursive: true })
    await cp(join(stdout.trim(), 'npm'), join(modules, 'npm'), { recursive: true })
    await run('ln', ['--symbolic', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')])
    return { ...structuredClone(EMPTY), root }
  }

  async #bootstrap(suite: string): Promise<string> {
    const root = join(this.#folder, 'debian')
    // Debian's images are made in the same way: dpkg does not wait for the disk.
    const options = ['--quiet', '--variant=minbase', '--dpkgopt=force-unsafe-io']
    await run('mmdebstrap', [...options, suite, root], { maxBuffer: 1e8 })
    await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n') // Docker does the same
    return root
  }

  async #take({ instruction, flags, rest }: Step, image: Image): Promise<void> {
    switch (instruction) {
      case 'RUN':
        return this.#run(rest, flags, image)
      case 'COPY':
        return this.#copy(rest, flags, image)
      case 'WORKDIR':
        image.workdir = rest
        await mkdir(join(image.root, rest), { recursive: true })
        return
      case 'ENV':
        for (const pair of rest.split(' '))
          image.env[pair.split('=')[0] ?? ''] = pair.slice(pair.indexOf('=') + 1)
        return
      case 'USER':
        image.user = rest
        return
      case 'VOLUME':
        image.volumes.push(rest)
        return
      case 'HEALTHCHECK':
        image.health = commandIn(rest.replace(/^CMD /, ''))
        return
      case 'ENTRYPOINT':
        image.entrypoint = commandIn(rest)
        return
      case 'CMD':
        image.cmd = commandIn(rest)
        return
      case 'LABEL':
      case 'EXPOSE':
      case 'STOPSIGNAL': // the tests always send SIGTERM
        return
      default:
        throw new Error(`${instruction} is not taken here.`)
    }
  }

  /** Runs a command. Its cache is the cache of this machine. Certificates for a proxy also come from outside, as with Docker. */
  async #run(command: string, { mount }: Step['flags'], image: Image): Promise<void> {
    const target = /^type=cache,target=(\S+)$/.exec(mount ?? '')?.[1]
    if (mount !== undefined && target === undefined) throw new Error(`--mount=${mount} is not known here.`)
    const mounts = [bound('/etc/resolv.conf', '/etc/resolv.conf')]
    const network: Record<string, string> = {}
    if (target !== undefined) {
      const { stdout } = await run('npm', ['config', 'get', 'cache'])
      await mkdir(join(image.root, target), { recursive: true })
      mounts.push(bound(stdout.trim(), target))
      network['npm_config_prefer_offline'] = 'true'
    }
    const certificates = process.env['NODE_EXTRA_CA_CERTS']
    if (certificates !== undefined) {
      await mkdir(join(image.root, 'tmp'), { recursive: true })
      await writeFile(join(image.root, 'tmp/certificates'), '')
      mounts.push(bound(certificates, '/tmp/certificates'))
      network['NODE_EXTRA_CA_CERTS'] = '/tmp/certificates'
    }
    await writeFile(join(image.root, 'etc/resolv.conf'), '', { flag: 'a' })
    const script = [...PREPARED, ...mounts, entering].join('\n')
    const env = { ...image.env, HOME: '/root', ...network }
    await run(
      'unshare',
      [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-ec',
        script,
        image.root,
        ...inside(image.workdir, env),
        'sh',
        '-ec',
        command,
      ],
      { maxBuffer: 1e8 },
    )
    await run('rm', ['--force', join(image.root, 'tmp/certificates')])
  }

  async #copy(rest: string, { from }: Step['flags'], image: Image): Promise<void> {
    const names = rest.split(' ')
    const target = names.pop() ?? ''
    const source =
      from === undefined ? await (this.#context ??= this.#gather()) : (await this.image(from)).root
    const to = join(image.root, target.startsWith('/') ? target : join(image.workdir, target))
    for (const name of names) {
      const path = join(source, name)
      // Copies the content of a folder into the target, and a file into a target that ends with a slash. Everything belongs to
      // root.
      const { stdout: kind } = await run('stat', ['--format=%F', path])
      const isFolder = kind.trim() === 'directory'
      await mkdir(isFolder || target.endsWith('/') ? to : join(to, '..'), { recursive: true })
      await run('cp', [
        '--recursive',
        '--no-dereference',
        '--preserve=mode,links',
        isFolder ? `${path}/.` : path,
        to,
      ])
    }
  }

  /** Copies only what `.dockerignore` lets in. */
  async #gather(): Promise<string> {
    const context = join(this.#folder, 'context')
    for (const name of admittedBy(await readFile(`${DOCKERFILE}.dockerignore`, 'utf8')))
      await cp(join(project, name), join(context, name), { recursive: true })
    await run('chmod', ['--recursive', 'go=', context]) // the files of somebody with the umask 077 look like this
    return context
  }
}

export class Container {
  readonly #image: Image
  readonly #env: Record<string, string>
  readonly #child: ChildProcess
  readonly #exited: Promise<number | null>
  #said = ''

  /**
   * Starts a container on a read-only root, in its own network. `mounts` are folders and files of this machine, by their path in
   * the container.
   */
  constructor(
    image: Image,
    { env = {}, mounts = {} }: { env?: Record<string, string>; mounts?: Record<string, string> } = {},
  ) {
    this.#image = image
    this.#env = { ...image.env, HOME: '/var/lib/scorebook', ...env }
    const script = [
      ...PREPARED,
      'mount -t tmpfs -o mode=1777,noexec,nosuid,nodev tmpfs "$0/tmp"', // Docker mounts /tmp in the same way
      ...Object.entries(mounts).flatMap(([to, from]) => [
        `[ -d '${from}' ] && mkdir -p "$0${to}" || install -D /dev/null "$0${to}"`,
        bound(from, to),
      ]),
      'mount -o remount,bind,ro "$0"',
      'mount -o remount,ro "$0/run"',
      'ip link set lo up',
      entering,
    ].join('\n')
    const args = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
    const command = [...asUser(image.user), ...image.entrypoint, ...image.cmd]
    this.#child = spawn(
      'unshare',
      [...args, 'sh', '-ec', script, image.root, ...inside(image.workdir, this.#env), ...command],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (bytes: Buffer) => (this.#said += bytes.toString()))
    this.#exited = once(this.#child, 'exit').then(([code]) => code as number | null)
  }

  /** Everything that the container has printed. */
  get said(): string {
    return this.#said
  }

  get exited(): Promise<number | null> {
    return this.#exited
  }

  /** Repeats the health check until it succeeds. */
  async healthy(patience = 120_000): Promise<void> {
    for (const until = Date.now() + patience; Date.now() < until; await sleep(250)) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break
      if ((await this.run(this.#image.health)).code === 0) return
    }
    throw new Error(`The container is not healthy. It said:\n${this.#said}`)
  }

  /** Runs a command in the container, as the container's user or another one. */
  async run(command: string[], user = this.#image.user): Promise<{ code: number; out: string }> {
    const pid = await this.#first()
    if (pid === undefined) return { code: -1, out: '' }
    const to = [
      '--target',
      String(pid),
      '--mount',
      '--pid',
      '--net',
      '--ipc',
      '--uts',
      `--root=/proc/${pid}/root`,
    ]
    const rights = user === '0:0' ? [] : asUser(user)
    const args = [...to, ...inside(this.#image.workdir, this.#env), ...rights, ...command]
    return new Promise((resolve) => {
      execFile('nsenter', args, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out: out + err }),
      )
    })
  }

  /** Signals the first process, like `docker stop`. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = await this.#first()
    if (pid !== undefined) process.kill(pid, signal)
  }

  async end(): Promise<void> {
    // A process that changed its account does not end with its parent, so we first end process 1.
    await this.signal('SIGKILL')
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  /** The process id that the container's process 1 has on this machine. */
  async #first(): Promise<number | undefined> {
    const { pid } = this.#child
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    const first = Number.parseInt(children, 10)
    return first > 0 ? first : undefined
  }
}
