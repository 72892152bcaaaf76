/** `scorebook keys`: manages the keys that sign the service's tokens. */
import { readConfig } from '../../config.ts'
import { SHELL } from '../../identity/audit/actor.ts'
import { rotateKeys } from '../../identity/provider/signing-keys.ts'
import { type Command, JSON_OPTION, actionIn, mustBeOwnIssuer, printOutput } from '../command.ts'
import { withDatabase } from '../open-database.ts'

export const keys: Command = {
  name: 'keys',
  summary: 'Replace the keys that sign access tokens',
  about: `Actions
  rotate  Makes new keys. They are published at once and sign in an hour; the present ones verify until their last token
          has expired. With --at-once the present keys end now, with all their tokens: for keys that may be stolen

The service replaces its keys itself after SCOREBOOK_KEY_DAYS. Works whether it runs or not, on its database.`,
  options: {
    'at-once': { type: 'boolean', help: 'End the present keys now; everybody must get a new token' },
    json: JSON_OPTION,
  },
  arguments: [{ name: 'action', help: 'rotate' }],
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    actionIn(values, { rotate: true })
    mustBeOwnIssuer(config, 'tokens are signed by those issuers, not here')
    const rotation = await withDatabase(config, (db) =>
      rotateKeys(db, { by: SHELL, atOnce: values['at-once'] === true }),
    )
    const signsFrom = rotation.signsFrom?.toISOString()
    const lines = [`New keys ${rotation.made.join(', ')} sign from ${signsFrom} on.`]
    printOutput({ lines, json: { keys: rotation.made, signsFrom } }, values, print)
  },
}
