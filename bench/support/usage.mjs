// Loaded before a measured program: writes what the process used to the file that the environment names.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  writeFileSync(process.env.USAGE_FILE, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, mb: maxRSS / 1024 }))
})
