/** Everything about two players with one name, in a single file of the app, because few readers need it. */
export { AsOne } from './as-one.tsx'
export { Namesakes } from './namesakes.tsx'
export { SameAnswer, SameQuestion } from './same-question.tsx'
