/** German for `texts/whose.ts`. */
import { t } from '../whose.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  mine: 'von mir',
  theirs: 'von {name}',
})
