import { judgeSchema } from '../../core/judge-config.ts'
import { anthropicProvider } from './anthropic.ts'
import { providerContract } from './contract.ts'
import { googleProvider } from './google.ts'
import { anthropicWire } from './test-support/anthropic-wire.ts'
import { googleWire } from './test-support/google-wire.ts'

providerContract({
  name: 'anthropic',
  wires: [anthropicWire],
  baseUrl: ({ url }) => `${url}/v1`,
  open: (settings) => anthropicProvider(judgeSchema.parse({ provider: 'anthropic', ...settings })),
})

providerContract({
  name: 'google',
  wires: [googleWire],
  baseUrl: ({ url }) => `${url}/v1beta`,
  open: (settings) => googleProvider(judgeSchema.parse({ provider: 'google', ...settings })),
})
