// What a client written in TypeScript would do with the types: it compiles only when they say what is meant.
import type { components, operations, paths } from "./bin/types.js";

type Punch = components["schemas"]["Punch"];
type NewPunch = components["schemas"]["NewPunch"];
type ListPunches = operations["listPunches"]["parameters"]["query"];
type Deleted = paths["/punches/{id}"]["delete"]["responses"]["204"];

export const wanted: ListPunches = { from: "2026-03-02", to: "2026-03-08", orderBy: "modified", status: ["flagged"], limit: 200 };

export const sent: NewPunch = { employee: 42, inDt: "2026-03-02T08:00:00", outDt: null, labels: ["work:7"] };

export function worked(punch: Punch): number {
  return punch.outDt === null ? 0 : Date.parse(punch.outDt) - Date.parse(punch.inDt);
}

export function names(list: components["schemas"]["PunchList"]): string[] {
  const employees = list.supplementalData?.employee ?? {};
  return list.results.map((punch) => employees[String(punch.employee)]?.displayName ?? punch.employeeFirstName);
}

export type { Deleted };
