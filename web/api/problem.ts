/** The errors of a call: a problem that the service describes, or no answer. */
export { Offline, Problem } from '../../client/src/problem.ts'
