// The handbook assistant as a module: `system: {module: module.mjs}`.
import { answer } from './engine.mjs'

export default async ({ user_input: userInput, configuration }) => answer(userInput, configuration.settings)
