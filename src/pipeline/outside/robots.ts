/** The rules of a site for robots (RFC 9309). */

export interface Robots {
  /** `path` includes the query. */
  allows: (path: string) => boolean
  sitemaps: string[]
}

interface Rule {
  allow: boolean
  /** The parts of the pattern between its stars, normalised. */
  parts: string[]
  isAnchored: boolean
  length: number
}

export const ALL_ALLOWED: Robots = { allows: () => true, sitemaps: [] }

/** Reads a robots.txt. All groups that name the product token apply. If no group names it, the groups for all robots apply. */
export function robotsOf(text: string, productToken: string): Robots {
  const own: Rule[] = []
  const everybodys: Rule[] = []
  const sitemaps: string[] = []
  let isOwnNamed = false
  let agents: string[] = []
  let isInRules = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [said = ''] = line.split('#', 1)
    const colon = said.indexOf(':')
    const key = said.slice(0, Math.max(colon, 0)).trim()
    const value = said.slice(colon + 1).trim()
    switch (key.toLowerCase()) {
      case 'user-agent': {
        if (isInRules) agents = []
        isInRules = false
        agents.push(value.toLowerCase())
        isOwnNamed ||= namesUs(value, productToken)
        break
      }
      case 'allow':
      case 'disallow': {
        isInRules = true
        if (value === '') break
        const rule = ruleOf(value, key.toLowerCase() === 'allow')
        if (agents.some((agent) => namesUs(agent, productToken))) own.push(rule)
        if (agents.includes('*')) everybodys.push(rule)
        break
      }
      case 'sitemap':
        sitemaps.push(value)
        break
    }
  }
  const rules = isOwnNamed ? own : everybodys
  return { allows: (path) => isAllowed(path, rules), sitemaps }
}

/** True if the name is our product token. A site can write a version after it. */
const namesUs = (agent: string, productToken: string) =>
  (/^[a-z_-]+/i.exec(agent)?.[0] ?? '').toLowerCase() === productToken.toLowerCase()

/** The longest rule that matches decides. If two are equally long, the one that allows decides. */
function isAllowed(path: string, rules: Rule[]): boolean {
  const normal = normalized(path)
  if (normal === '/robots.txt') return true
  let decisive: Rule | undefined
  for (const rule of rules) {
    if (decisive && (rule.length < decisive.length || (rule.length === decisive.length && !rule.allow)))
      continue
    if (matches(normal, rule)) decisive = rule
  }
  return decisive?.allow ?? true
}

function ruleOf(value: string, allow: boolean): Rule {
  const isAnchored = value.endsWith('$')
  const pattern = isAnchored ? value.slice(0, -1) : value
  return { allow, parts: pattern.split('*').map(normalized), isAnchored, length: Buffer.byteLength(value) }
}

/** Finds each part after the one before, and never goes back. So the time grows only with the length of the path. */
function matches(path: string, { parts, isAnchored }: Rule): boolean {
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  if (others.length === 0) return !isAnchored || at === path.length
  const last = isAnchored ? others.pop() : undefined
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at)
}

/** Decodes characters that need no encoding, and encodes all others with capital hexadecimal digits. */
function normalized(path: string): string {
  const encoded = path.replaceAll(/[^\x21-\x7E]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  )
  return encoded.replaceAll(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const character = String.fromCodePoint(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
}
