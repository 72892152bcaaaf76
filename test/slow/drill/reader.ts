/** A client that counts ghost players while others add some: no answer may count less than the one before. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Course } from './course.ts'
import type { Instance } from './instance.ts'

/** In milliseconds: readers must leave something of a small machine for the writers. */
const PAUSE = 20

export class Reader {
  answers = 0
  backwards = 0
  /** True for one that asks the same instance each time. */
  readonly stays: boolean
  readonly #token: string
  readonly #instances: Instance[]
  readonly #course: Course
  #stopped = false

  constructor(token: string, instances: Instance[], stays: boolean, course: Course) {
    this.#token = token
    this.#instances = instances
    this.stays = stays
    this.#course = course
  }

  async work(): Promise<void> {
    let [most, losses] = [0, 0]
    for (let n = Math.floor(Math.random() * this.#instances.length); !this.#stopped; await sleep(PAUSE)) {
      const answer = await this.#instances[n]?.send(this.#token, 'GET', '/ghost-players/count')
      if (!this.stays) n = (n + 1) % this.#instances.length
      if (answer?.status !== 200) continue
      const count = answer.body.count as number
      if (losses !== this.#course.losses()) {
        most = 0
        losses = this.#course.losses()
      }
      this.answers++
      if (count < most) this.backwards++
      most = Math.max(most, count)
    }
  }

  stop(): void {
    this.#stopped = true
  }
}
