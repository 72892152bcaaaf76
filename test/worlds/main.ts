/** `npm run worlds -- --seed 1 --worlds 100`: plays random worlds that are larger than those in the tests. */
import { parseArgs } from 'node:util'
import { onTestServer, quickFolder } from '../setup.ts'
import { compare } from './compare.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    worlds: { type: 'string', default: '1' },
    actions: { type: 'string', default: '120' },
    filters: { type: 'string', default: '2' },
  },
})
const [first, worlds, actions, filters] = [values.seed, values.worlds, values.actions, values.filters].map(
  Number,
)
if (![first, worlds, actions, filters].every(Number.isSafeInteger))
  throw new Error('--seed, --worlds, --actions and --filters must be whole numbers.')

let [asked, wrong] = [0, 0]
const playAll = async () => {
  for (let seed = first ?? 1; seed < (first ?? 1) + (worlds ?? 1); seed++) {
    const result = await compare(seed, { actions: actions ?? 0, filters: filters ?? 0 })
    asked += result.asked
    if (result.told !== undefined) {
      wrong++
      console.log(result.told)
    } else console.log(`World ${seed}: ${result.asked} questions, all answered as they should be`)
  }
}
await onTestServer(playAll, { within: await quickFolder() })
console.log(`${worlds} worlds, ${asked} questions, ${wrong} worlds with a wrong answer`)
process.exitCode = wrong > 0 ? 1 : 0
