/** The bill of materials in CycloneDX, by `npm sbom`: the packages with which Scorebook runs. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import packageFile from '../package.json' with { type: 'json' }
import { shippedPackages } from './licences.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Bill {
  serialNumber?: string
  metadata: { timestamp?: string; component: { 'bom-ref': string; name: string } }
  components: { 'bom-ref': string; properties: unknown }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** npm writes the time and a random number into it. They are left out, so the same packages give the same bytes. */
export function sbomText(): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const bill = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })) as Bill
  bill.metadata.component.name = packageFile.name // npm takes the name of the folder
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`))
  const components = bill.components
    .filter((one) => shipped.has(one['bom-ref']))
    .map((one) => Object.assign(one, { properties: undefined })) // they say who needs it for development
    .toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1))
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }))
    .toSorted((one, other) => (one.ref < other.ref ? -1 : 1))
  delete bill.metadata.timestamp
  const made = { ...bill, components, dependencies }
  delete made.serialNumber
  const digest = hash('sha256', JSON.stringify(made))
  return `${JSON.stringify({ ...made, serialNumber: `urn:uuid:${uuidOf(digest)}` }, null, 1)}\n`
}

/** A UUID of version 8, whose bits are a hash. */
const uuidOf = (digest: string) =>
  `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
