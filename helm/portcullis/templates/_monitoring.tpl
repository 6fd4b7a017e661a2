{{- define "portcullis.scrapes" -}}
- {port: metrics, path: /metrics}
{{- if or (eq .Values.mode "ingress") (eq .Values.mode "sidecar") }}
- {port: envoy-status, path: /stats/prometheus}
{{- end }}
{{- if and (include "portcullis.hasDashboard" .) (include "portcullis.hasGateway" .) }}
- {port: dash-metrics, path: /metrics}
{{- end }}
{{- end -}}

{{- define "portcullis.scrapeSettings" -}}
interval: {{ .interval }}
scrapeTimeout: {{ .scrapeTimeout }}
{{- with .relabelings }}
relabelings:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .metricRelabelings }}
metricRelabelings:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/*
The rules of rules/portcullis.yaml, as the values tune them. A threshold is the last token of an expression; alerts that have
one say so by the annotation `threshold`. In mode sidecar gateways come and go with the applications' pods, Jobs among them: that none is
there is no fault, and the alerts on it have to be asked for.
*/}}
{{- define "portcullis.rules" -}}
{{- $rules := .Files.Get "rules/portcullis.yaml" | fromYaml -}}
{{- $tuning := .Values.metrics.prometheusRule.alerts -}}
{{- $runbooks := .Values.metrics.prometheusRule.runbookUrl -}}
{{- $onDemand := ternary (list "PortcullisAbsent" "PortcullisReleaseGone") (list) (eq .Values.mode "sidecar") -}}
{{- $known := dict -}}
{{- range $group := $rules.groups -}}
{{- $kept := list -}}
{{- range $rule := $group.rules -}}
{{- if not $rule.alert -}}
{{- $kept = append $kept $rule -}}
{{- else -}}
{{- $_ := set $known $rule.alert true -}}
{{- $tune := get $tuning $rule.alert | default dict -}}
{{- with $tune.for }}{{ $_ := set $rule "for" . }}{{ end -}}
{{- with $tune.severity }}{{ $_ := set $rule.labels "severity" . }}{{ end -}}
{{- if hasKey $tune "threshold" -}}
{{- if not (hasKey $rule.annotations "threshold") }}{{ fail (printf "metrics.prometheusRule.alerts.%s.threshold: this alert has none" $rule.alert) }}{{ end -}}
{{- $_ := set $rule "expr" (regexReplaceAll "[0-9.e+-]+\\s*$" $rule.expr (toString $tune.threshold)) -}}
{{- $_ := set $rule.annotations "threshold" (toString $tune.threshold) -}}
{{- end -}}
{{- with $runbooks }}{{ if $rule.annotations.runbook_url }}{{ $_ := set $rule.annotations "runbook_url" (regexReplaceAll "^[^#]*" $rule.annotations.runbook_url .) }}{{ end }}{{ end -}}
{{- $enabled := get $tune "enabled" | toString -}}
{{- if ternary (eq $enabled "true") (ne $enabled "false") (has $rule.alert $onDemand) }}{{ $kept = append $kept $rule }}{{ end -}}
{{- end -}}
{{- end -}}
{{- $_ := set $group "rules" $kept -}}
{{- end -}}
{{- range $name, $_ := $tuning -}}
{{- if not (hasKey $known $name) }}{{ fail (printf "metrics.prometheusRule.alerts.%s: there is no such alert" $name) }}{{ end -}}
{{- end -}}
{{- $groups := list -}}
{{- range $rules.groups }}{{ if .rules }}{{ $groups = append $groups . }}{{ end }}{{ end -}}
groups:
  {{- toYaml $groups | nindent 2 }}
{{- end -}}
