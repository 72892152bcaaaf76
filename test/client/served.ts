/** A service with its people on a port of its own, a proxy before it, and clients of people. */
import { after, before } from 'node:test'
import type { AddressInfo } from 'node:net'
import { type ScorebookOptions, type Scorebook, connect } from '../../client/src/index.ts'
import { type Person, type Service } from '../support.ts'
import { type World, testWorld } from '../world.ts'
import { Between } from './between.ts'

interface Served {
  service: Service
  world: World
  /** The service itself. */
  url: () => string
  between: () => Between
  /** A client of somebody, through the proxy. */
  as: (person: Person, options?: Partial<ScorebookOptions>) => Scorebook
}

/** Call this at the top level of a test file, not in a hook, because it adds hooks. */
export async function servedWorld(): Promise<Served> {
  const { service, world } = await testWorld()
  let between: Between
  const url = () => `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  before(async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    between = await Between.to(url())
  })
  after(() => between.close())
  return {
    service,
    world,
    url,
    between: () => {
      between.seen.length = 0
      between.faults.length = 0
      return between
    },
    as: (person, options) => connect({ url: between.url, token: person.token, ...options }),
  }
}
