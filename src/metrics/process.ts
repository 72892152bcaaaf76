/** What a process of Node takes: memory, CPU, and how late its event loop is. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Family, gauge, labels } from './families.ts'

/** Between two looks at the event loop, in milliseconds. */
const RESOLUTION = 20
const QUANTILES = [0.5, 0.99, 1]

/** The delay is that since it was asked for last. */
export function measureProcess(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return () => {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const late = (quantile: number) =>
      Math.max(0, (quantile === 1 ? delay.max : delay.percentile(100 * quantile)) / 1e6 - RESOLUTION) / 1000
    const delays = QUANTILES.map((quantile): [string, number] => [
      labels({ quantile }),
      delay.count === 0 ? 0 : late(quantile),
    ])
    delay.reset()
    return [
      gauge('scorebook_processes', 'Processes that these figures are of', 1),
      gauge('process_resident_memory_bytes', 'Memory of all processes', rss),
      gauge('nodejs_heap_used_bytes', 'Of it, what JavaScript uses', heapUsed),
      {
        name: 'process_cpu_seconds_total',
        help: 'CPU of all processes',
        type: 'counter',
        over: 'sum',
        samples: [['', (user + system) / 1e6]],
      },
      gauge(
        'scorebook_event_loop_delay_seconds',
        'How late the event loop was since the last scrape, of the latest process',
        delays,
        'max',
      ),
    ]
  }
}
