/** `scorebook doctor`: checks everything that the service needs, and says what is wrong. */
import packageFile from '../../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../../config.ts'
import type { Command } from '../command.ts'
import { saidOf } from '../explain.ts'
import { DATABASE, checksOf, opening } from '../service/doctor-checks.ts'

export const doctor: Command = {
  name: 'doctor',
  summary:
    'Check the configuration, the database, disk and backups, clocks, the issuers, the services of the pipeline and the port',
  about:
    'Prints a line for each check, and exits with 1 when one fails. Changes no data, but starts the embedded PostgreSQL\nwhile it checks. Asks the catalogue, the search service and the language model one question each.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    return (await examine(config, print)) ? 0 : 1
  },
}

/** Prints one line for each check. Returns false if a check fails. */
export async function examine(config: Config, print: (line: string) => void): Promise<boolean> {
  print('ok    configuration')
  print(`ok    Scorebook: ${packageFile.version}`)
  print(`ok    Node: ${process.versions.node}`)
  let well = true
  let isAway = false
  for (const { name, look, needs, isNote } of checksOf(config, opening(config))) {
    if (needs && isAway) {
      print(`note  ${name}: not checked, because the database cannot be asked`)
      continue
    }
    try {
      print(`${isNote ? 'note' : 'ok  '}  ${name}: ${await look()}`)
    } catch (error) {
      well = false
      isAway ||= name === DATABASE
      print(`FAIL  ${name}: ${saidOf(error)}`)
    }
  }
  return well
}
