// The public entry: the verbs of the command line as functions, and the records that they exchange.
export type { CasePage } from './analysis/case-page.ts'
export type { GateResult, JudgeReport, RunReport, Summary } from './analysis/run-report.ts'
export { type AddCaseOptions, addCase } from './api/add-case.ts'
export { type ClearCacheOptions, type ClearedCache, cacheSummary, clearCache } from './api/cache.ts'
export { type CasePageOptions, casePage } from './api/case-page.ts'
export { type CheckJudgeOptions, type CheckJudgeResult, checkJudge } from './api/check-judge.ts'
export { evaluate } from './api/evaluate.ts'
export type { EvaluateOptions } from './api/evaluate-options.ts'
export { type ExportFormat, type ExportKind, type ExportOptions, exportRecords } from './api/export-records.ts'
export { exportGrades, type GradeOptions, importGrades } from './api/grades.ts'
export { type InitOptions, type InitResult, initProject } from './api/init.ts'
export { type LintResult, lint } from './api/lint.ts'
export { type Plan, type PlanBudget, plan } from './api/plan.ts'
export type { PlannedModel } from './api/plan-models.ts'
export type { PlanOptions } from './api/plan-options.ts'
export type { ProjectOptions } from './api/project.ts'
export { type ListedRun, listRuns, type ReportOptions, report } from './api/report.ts'
export { type CollectRunResult, collect, type RunOptions, type RunResult, run } from './api/run.ts'
export { type Chunk, chunkSchema } from './core/chunk.ts'
export { type Config, type ConfigInput, configSchema, defineConfig, type Language } from './core/config.ts'
export { isRagstoneError, RagstoneError } from './core/errors.ts'
export { type Grade, gradeSchema } from './core/grade.ts'
export { type Response, responseSchema, type SystemError, type Usage } from './core/response.ts'
export { type ResolvedConfiguration, type Run, type RunMetric, runSchema } from './core/run.ts'
export type { Sample } from './core/sample.ts'
export {
  type Direction,
  NA_REASONS,
  type NaReason,
  type Outcome,
  type Score,
  type Step,
  scoreSchema,
} from './core/score.ts'
export { type TestCase, testCaseSchema } from './core/test-case.ts'
export { defineMetric } from './metrics/metric.ts'
export type { ModelsSpent } from './pipeline/models.ts'
export type { PlanPlace } from './pipeline/plan.ts'
export type { PlanPart } from './pipeline/plan-tally.ts'
export type { Progress } from './pipeline/progress.ts'
export { csvReport } from './report/csv.ts'
export { jsonReport } from './report/json.ts'
export { markdownReport } from './report/markdown.ts'
export { terminalReport } from './report/terminal.ts'
export type { CacheSummary } from './store/store.ts'
export type { SystemReply, SystemRequest } from './systems/system.ts'
