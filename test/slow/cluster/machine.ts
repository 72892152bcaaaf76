/** A machine on this machine: its own root file system, processes and network, with programs that can be frozen and killed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, open, readFile, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitFor } from '../../wait-for.ts'
import { asUser, inside } from '../chroot.ts'

const run = promisify(execFile)

interface Program {
  /** Its account in the root. */
  account: string
  env: Record<string, string>
  /** A file of the machine with lines of NAME=VALUE, as systemd reads them. */
  environment: string
  command: string[]
}

interface Setup {
  name: string
  address: string
  /** The root file system, which stays as it is: what is changed lies in the machine's folder. */
  root: string
  folder: string
  programs: Readonly<Record<string, Program>>
  /** Puts files into the machine whenever it starts. */
  prepare: (machine: Machine) => Promise<void>
  /** Called when its power is cut. */
  off: () => void
}

/** The name of the switch in the network that all machines are in. */
export const SWITCH = 'switch'

const OVER = [
  'mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$0"',
  'mount -t proc proc "$0/proc"',
  'mount --rbind /dev "$0/dev"',
  'mount -t tmpfs tmpfs "$0/dev/shm"',
  'mount -t tmpfs -o mode=755 tmpfs "$0/run"',
  'mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"',
  'hostname "$3"',
  'exec chroot "$0" tini -- sleep infinity',
]

export class Machine {
  readonly #setup: Setup
  readonly #root: string
  #shell: ChildProcess | undefined
  readonly #started = new Map<string, ChildProcess>()

  constructor(setup: Setup) {
    this.#setup = setup
    this.#root = join(setup.folder, 'root')
  }

  get name(): string {
    return this.#setup.name
  }

  get address(): string {
    return this.#setup.address
  }

  get isOn(): boolean {
    return this.#shell !== undefined
  }

  /** Switches the machine on, and starts its programs. */
  async boot(): Promise<void> {
    const { name, address, root, folder, prepare, programs } = this.#setup
    for (const one of ['root', 'upper', 'work']) await mkdir(join(folder, one), { recursive: true })
    const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
    const script = OVER.join('\n')
    this.#shell = spawn('unshare', [...namespaces, 'sh', '-ec', script, this.#root, root, folder, name], {
      stdio: 'ignore',
    })
    await waitFor(`${name} to be on`, async () => (await this.#commandOf(await this.#first())) === 'tini')
    const cable = this.cable
    const pid = String(await this.#first())
    await run('ip', ['link', 'del', cable]).catch(() => {}) // the kernel may not have removed the last one yet
    await run('ip', ['link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid])
    await run('ip', ['link', 'set', cable, 'master', SWITCH, 'up'])
    await this.run(['ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0'], { outside: true })
    for (const device of ['lo', 'eth0'])
      await this.run(['ip', 'link', 'set', device, 'up'], { outside: true })
    await prepare(this)
    for (const program of Object.keys(programs)) await this.start(program)
  }

  /** The folder in which this machine's files are seen from outside. */
  async files(): Promise<string> {
    return `/proc/${await this.#first()}/root`
  }

  /** The machine's end of the cable at the switch. */
  get cable(): string {
    return `to-${this.name}`
  }

  /** Cuts the power: every process is killed. What is on the disk stays. */
  async cut(): Promise<void> {
    const shell = this.#shell
    if (shell === undefined) return
    this.#setup.off()
    const exited = once(shell, 'exit')
    const first = await this.#first()
    if (first === undefined) shell.kill('SIGKILL')
    else process.kill(first, 'SIGKILL')
    // Whoever was frozen must see that its program has ended. Otherwise the machine would wait for it for ever.
    for (const child of this.#started.values()) child.kill('SIGCONT')
    await exited
    this.#shell = undefined
    this.#started.clear()
  }

  async start(program: string): Promise<void> {
    const { account, env, environment, command: words } = this.#programOf(program)
    const more = variablesIn(await this.run(['cat', environment]))
    const command = await this.#into([
      ...inside('/', { ...PATH, ...env, ...more }),
      ...(await this.#as(account)),
      ...words,
    ])
    const log = await open(this.logOf(program), 'a')
    const child = spawn('nsenter', command, { stdio: ['ignore', log.fd, log.fd] })
    await log.close()
    this.#started.set(program, child)
  }

  logOf(program: string): string {
    return join(this.#setup.folder, `${program}.log`)
  }

  /** Sends a signal to all processes of a program, and returns their number. */
  async signal(program: string, signal: NodeJS.Signals): Promise<number> {
    const pids = await this.#processesOf(program)
    for (const pid of pids)
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
    // nsenter stops with its child, and only its child is started again above.
    if (signal === 'SIGCONT') this.#started.get(program)?.kill('SIGCONT')
    await appendFile(this.logOf(program), `-- ${new Date().toISOString()} ${signal}\n`)
    return pids.length
  }

  /** Runs a command in the machine, or with the tools of this one in its network. */
  async run(command: string[], { account = 'root', outside = false } = {}): Promise<string> {
    const args = outside
      ? [`--target=${await this.#first()}`, '--net', ...command]
      : await this.#into([...inside('/', PATH), ...(await this.#as(account)), ...command])
    return (await run('nsenter', args, { timeout: 120_000 })).stdout
  }

  #programOf(name: string): Program {
    const program = this.#setup.programs[name]
    if (program === undefined) throw new Error(`${name} is no program of ${this.name}.`)
    return program
  }

  async #into(command: string[]): Promise<string[]> {
    const pid = await this.#first()
    if (pid === undefined) throw new Error(`${this.name} is off.`)
    const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts']
    return [`--target=${pid}`, ...namespaces, `--root=/proc/${pid}/root`, ...command]
  }

  async #as(account: string): Promise<string[]> {
    if (account === 'root') return []
    const line = (await readFile(join(this.#setup.root, 'etc/passwd'), 'utf8'))
      .split('\n')
      .find((one) => one.startsWith(`${account}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid === undefined) throw new Error(`There is no account ${account}.`)
    return asUser(`${uid}:${gid}`)
  }

  /** The number of the machine's first process, as seen from here. */
  async #first(): Promise<number | undefined> {
    const pid = this.#shell?.pid
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    const first = Number.parseInt(children, 10)
    return first > 0 ? first : undefined
  }

  async #processesOf(program: string): Promise<number[]> {
    const first = await this.#first()
    if (first === undefined) return []
    const own = await readlink(`/proc/${first}/ns/pid`)
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
    const found = await Promise.all(
      pids.map(async (pid) => {
        const space = await readlink(`/proc/${pid}/ns/pid`).catch(() => '')
        return space === own && (await this.#commandOf(pid)) === program ? [pid] : []
      }),
    )
    return found.flat()
  }

  async #commandOf(pid: number | undefined): Promise<string> {
    return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
  }
}

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

const PATH = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' }
