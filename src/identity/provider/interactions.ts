/** What an app waits for while a person signs in or decides: found by their browser, and decided once. */
import type Provider from 'oidc-provider'
import type { Database } from '../../db/database.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { visits } from './visit.ts'

export type Interaction = InstanceType<Provider['Interaction']>
