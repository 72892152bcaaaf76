/** For the test of the runner: a test that never ends, and says when it has begun. */
import { test } from 'node:test'

test('it never ends', () => {
  process.stdout.write('It has begun.\n')
  for (;;);
})
