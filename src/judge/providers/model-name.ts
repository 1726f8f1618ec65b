import { RagstoneError } from '../../core/errors.ts'

/** The name of a served model; a model object belongs to the provider `ai-sdk`. */
export function modelName({ provider, model }: { provider: string; model: string | object }): string {
  if (typeof model === 'string') return model
  throw new RagstoneError(
    'model_name_needed',
    `the provider ${provider} takes the name of a model, not a model object`,
    {
      hint: 'write the name, or `provider: "ai-sdk"` for a model object',
    },
  )
}
