/** The check of `scorebook doctor` for a database of several servers. */
import { serverReports } from '../../db/server-reports.ts'

/** Reports every server that has a fault, and what to do about the fault. */
export async function standbys(url: string): Promise<string> {
  const reports = await serverReports(url)
  const report = reports
    .map(({ name, says, todo }) => `${name} is ${says}${todo === undefined ? '' : `; ${todo}`}.`)
    .join(' ')
  if (reports.some(({ todo }) => todo !== undefined)) throw new Error(report)
  return report
}
