import { visibleText } from './visible-text.ts'

/**
 * Data as inert Markdown on one line: no table cell ends, no markup begins, HTML is text. An underscore within a word is
 * no markup and stays, so that names remain readable; so do brackets that can begin no link.
 */
export function escapeMarkdown(text: string): string {
  return visibleText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*|~$]/g, '\\$&')
    .replace(/^\[|\](?=[([:])/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^[#+\-=]/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
}
