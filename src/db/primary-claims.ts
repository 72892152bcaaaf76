/**
 * Decides which servers can be the primary. It looks at what the servers say, and at which primaries this instance has used
 * before.
 */
import type { Member } from './member.ts'
import type { State } from './server-state.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export class PrimaryClaims {
  readonly #members: readonly Member[]
  /**
   * The highest timeline of all primaries that we have used. A primary with a lower timeline was replaced, and we must not write
   * to it.
   */
  #timeline = 0
  #system: string | undefined

  constructor(members: readonly Member[]) {
    this.#members = members
  }

  get timeline(): number {
    return this.#timeline
  }

  accept({ timeline, system }: State): void {
    this.#timeline = timeline ?? this.#timeline
    this.#system = system
  }

  /** The servers that can be the primary, the one with the newest timeline first. */
  get candidates(): Member[] {
    return this.#members.filter((member) => this.isCandidate(member)).toSorted(byTimeline)
  }

  isCandidate({ state }: Member): boolean {
    if (!state || state.timeline === null || (this.#system ?? state.system) !== state.system) return false
    return state.timeline >= this.#timeline
  }

  wasReplaced({ state }: Member): boolean {
    if (!state || state.timeline === null || state.system !== this.#system) return false
    return state.timeline < this.#timeline
  }

  isStandby({ state }: Member): boolean {
    return state?.standby === true && state.system === this.#system && state.follows === this.#timeline
  }

  /** True while the servers have different databases, and we cannot know which one is right. */
  get areUnclear(): boolean {
    const systems = this.#members.flatMap(({ state }) => (state ? [state.system] : []))
    return this.#system === undefined && new Set(systems).size > 1
  }

  /**
   * The error while the only primary is one that was replaced. It lacks the changes since then, so an operator must decide
   * whether to use it.
   */
  get replaced(): DatabaseUnavailable | undefined {
    const old = this.#members.find((member) => this.wasReplaced(member))
    if (!old || this.#members.some((member) => this.isCandidate(member))) return undefined
    const [name, seen] = [old.server.name, this.#timeline]
    return new DatabaseUnavailable(
      `${name} says that it is the primary, on timeline ${old.state?.timeline}, but this instance has used a newer one, on timeline ${seen}. Either ${name} was replaced: stop it, and bring back the server with timeline ${seen}. Or ${name} is to go on: what was changed on timeline ${seen} is lost then, and every instance must be restarted to use ${name}.`,
      { reason: 'replaced' },
    )
  }

  /** A line for the log about this server. If there is nothing to log, its text is ''. */
  messageAbout(member: Member, error: unknown): [message: string, facts: object] {
    const { state, replayed } = member
    if (state === undefined) return ['a server does not answer', { err: error }]
    if (this.areUnclear || (this.#system !== undefined && state.system !== this.#system))
      return ['a server has another database and is not used', {}]
    if (this.wasReplaced(member)) {
      const message = this.replaced?.message ?? 'a primary was replaced and is not used'
      return [message, { timeline: state.timeline }]
    }
    return [replayed === undefined ? '' : 'a standby answers reads', {}]
  }
}

const byTimeline = (one: Member, other: Member) => (other.state?.timeline ?? 0) - (one.state?.timeline ?? 0)
