// The record of a table as a file.
import { problemText } from '$/shell/problems'
import { saveFile } from '$/shell/saveFile'
import { toast } from '$/state/announcer.svelte'
import { api } from '$/sync/api'

export async function saveTableRecord(table: string): Promise<void> {
  try {
    saveFile(`${table}.json`, `${JSON.stringify(await api.record(table))}\n`)
  } catch (error) {
    toast(problemText(error), 'problem')
  }
}
