/** Texts of `grade` in the terminal. */
export interface GradeMessages {
  gradeTitle: (number: number, total: number) => string
  gradeProgress: (graded: number, skipped: number, left: number) => string
  gradeReference: string
  noReference: string
  answerToGrade: string
  retrieved: (n: number) => string
  chunkLabel: (rank: number, source: string | null) => string
  nothingRetrieved: string
  unanswerableCase: string
  countsFor: (n: number) => string
  ofConfigurations: (names: string) => string
  /** One line: the keys. */
  gradeKeys: string
  gradeHelp: string[]
  plainHelp: string[]
  gradePrompt: string
  /** In its place when no answer is left. */
  gradeLastPrompt: string
  notePrompt: string
  noteKept: (note: string) => string
  noteDropped: string
  saidRight: string
  saidWrong: string
  saidSkipped: string
  undone: string
  nothingToUndo: string
  notAKey: (key: string) => string
  pastedText: string
  gradeStart: (grader: string, run: string) => string
  orderRandom: string
  orderUncertain: (metric: string) => string
  gradeResumed: (graded: number) => string
  gradeRunChanged: string
  gradeDone: string
  gradeTotals: (right: number, wrong: number, skipped: number, left: number) => string
  gradeGoOn: (command: string) => string
  gradeAskSkipped: (command: string) => string
  gradeTrust: (command: string) => string
}
