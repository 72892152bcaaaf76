/**
 * The test runner follows each promise and callback back to its test: for tests and hooks that a file declares, and for errors
 * that nobody catches. While tests run, only the errors are left, and they fail the run anyway. Following takes up to two fifths
 * of a request's CPU time in Node, so we stop it then.
 *
 * The runner enables its hook when the first test is declared, so this must be imported before `node:test` is used.
 */
import { createHook } from 'node:async_hooks'

type Hook = ReturnType<typeof createHook>
type Enable = (this: Hook) => Hook

const hooks = Object.getPrototypeOf(createHook({})) as { enable: Enable }
const enable: Enable = Reflect.get(hooks, 'enable')
let runners: Hook | undefined

hooks.enable = function () {
  hooks.enable = enable // only the first hook is the runner's
  runners = enable.call(this)
  return runners
}

/** Call it before a file declares its tests, and again with `false` when it has. */
export function follow(whether: boolean): void {
  if (whether) runners?.enable()
  else runners?.disable()
}
