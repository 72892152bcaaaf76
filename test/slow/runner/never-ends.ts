/** A test that never ends. It says when it has begun. `runner.test.ts` runs it. */
import { test } from 'node:test'

test('it never ends', () => {
  process.stdout.write('It has begun.\n')
  for (;;);
})
