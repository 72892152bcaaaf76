/** `scorebook config`: the settings as they work, and where each is from. */
import { originIn, readConfig, textsIn } from '../../config.ts'
import { SETTINGS, type Name, defaultOf } from '../../config/settings.ts'
import { type Command, JSON_OPTION, printOutput } from '../command.ts'
import { harmless } from '../harmless.ts'
import { SHOWN, secretsIn, withoutSecrets } from '../shown-settings.ts'

interface Effective {
  name: string
  /** Undefined if it is not set and has no default. */
  value: string | undefined
  from: 'environment' | '.env' | 'default'
}

export const config: Command = {
  name: 'config',
  summary: 'Show the settings in use, and where each comes from',
  about:
    'Each setting with its value and where it is from: the environment, the file .env here, or the default. The environment wins.\n' +
    'Secrets are masked. Wrong settings are named instead, as by every command. Without --all it leaves out what nobody has set.',
  options: {
    all: { type: 'boolean', help: 'Show also the settings that have their default' },
    json: JSON_OPTION,
  },
  async run(values, { env, cwd, print }) {
    const all = effective(env, cwd)
    const shown = values['all'] === true ? all : all.filter(({ from }) => from !== 'default')
    const lines = shown.map(({ name, value, from }) => `${name}=${harmless(value ?? '')}  (${from})`)
    const rest = all.length - shown.length
    const others = rest === 0 ? [] : [`${rest} others have their default; --all shows them.`]
    const json = shown.map(({ name, value, from }) => ({ name, value: value ?? null, from }))
    printOutput({ lines: [...lines, ...others], json }, values, print)
  },
}

function effective(env: NodeJS.ProcessEnv, cwd: string): Effective[] {
  const secrets = secretsIn(textsIn(env, cwd), readConfig(env, cwd))
  const texts = textsIn(env, cwd)
  const originOf = originIn(env, cwd)
  return (Object.keys(SETTINGS) as Name[]).map((name) => {
    const from = originOf(name)
    const given = texts[name] ?? ''
    if (from === 'default') {
      const { default: value, follows } = SETTINGS[name] as { default?: string; follows?: string }
      return {
        name,
        value:
          value === undefined && follows === undefined
            ? undefined
            : defaultOf({
                ...(value === undefined ? {} : { default: value }),
                ...(follows === undefined ? {} : { follows }),
              }),
        from,
      }
    }
    return { name, value: SHOWN[name] === 'secret' ? '…' : withoutSecrets(given, secrets), from }
  })
}
