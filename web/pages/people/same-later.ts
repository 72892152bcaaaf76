/** Everything about two players of one name that few readers need, in one file of the app. */
export { AsOne } from './as-one.tsx'
export { Namesakes } from './namesakes.tsx'
export { SameAnswer, SameQuestion } from './same-question.tsx'
