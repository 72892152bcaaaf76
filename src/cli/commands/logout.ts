/** `scorebook logout`: ends the sign-in of `scorebook login`, and deletes its file. */
import { configBeside } from '../service/running.ts'
import { type Command, CommandFailed } from '../command.ts'
import { forget } from '../client/sign-in-file.ts'

export const logout: Command = {
  name: 'logout',
  summary: 'End the sign-in of `scorebook login`, and forget it',
  about:
    'The issuer ends the tokens; an access token that was sent already works for 15 minutes at most. Your browser stays\n' +
    'signed in. If the issuer does not answer, the tokens stay in their file, so that you can try again.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const { baseUrl } = await configBeside(env, cwd)
    if (!(await forget(env, baseUrl)))
      throw new CommandFailed(`You are not signed in to ${baseUrl}, so there is nothing to end.`)
    print(`You are signed out of ${baseUrl}.`)
  },
}
