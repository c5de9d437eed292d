// Scores riichi hands with @kobalab/majiang-core: one JSON object a line in, one a line out.
"use strict";
const path = require("node:path");
const Majiang = require(path.resolve(process.argv[2], "@kobalab/majiang-core"));

const lines = require("node:fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const line of lines) {
  const { rule, hand, ron, param } = JSON.parse(line);
  const found = Majiang.Util.hule(
    Majiang.Shoupai.fromString(hand),
    ron,
    Majiang.Util.hule_param({ ...param, rule: Majiang.rule(rule) }),
  );
  console.log(JSON.stringify(found ?? null));
}
