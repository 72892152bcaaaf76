/** Metrics for Prometheus: families of samples, which are added up over the processes. */

export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes are combined: they are added, or the largest one is taken if a sum has no meaning. */
  over: 'sum' | 'max'
  /** The suffix is written after the name: `{method="GET"}`, or `_bucket{le="0.1"}` for a histogram. */
  samples: [suffix: string, value: number][]
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * The labels of a sample. A value must come from us or from a fixed set. It must never be an id, a name or a path that somebody
 * has sent.
 */
export const labels = (values: Readonly<Record<string, string | number>>): string =>
  `{${Object.entries(values)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, (sign) => ESCAPED[sign] ?? sign)}"`)
    .join(',')}}`

const ESCAPED: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

export const gauge = (
  name: string,
  help: string,
  value: number | [suffix: string, value: number][],
  over: Family['over'] = 'sum',
): Family => ({ name, help, type: 'gauge', over, samples: typeof value === 'number' ? [['', value]] : value })

export function merged(processes: readonly Family[][]): Family[] {
  const families = new Map<string, Omit<Family, 'samples'> & { values: Map<string, number> }>()
  for (const { samples, ...facts } of processes.flat()) {
    const family = families.get(facts.name) ?? { ...facts, values: new Map<string, number>() }
    families.set(facts.name, family)
    for (const [suffix, value] of samples) {
      const before = family.values.get(suffix)
      family.values.set(
        suffix,
        before === undefined ? value : facts.over === 'sum' ? before + value : Math.max(before, value),
      )
    }
  }
  return [...families.values()].map(({ name, help, type, over, values }) => ({
    name,
    help,
    type,
    over,
    samples: [...values],
  }))
}

export const textOf = (families: readonly Family[]): string =>
  families
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(([suffix, value]) => `${name}${suffix} ${value}\n`).join('')}`,
    )
    .join('')
