{{/* The gateway's configuration: what `config` says, and what only the chart can know. */}}
{{- define "portcullis.config" -}}
{{- $bind := .Values.bindAddress -}}
{{- $socket := include "portcullis.usesSocket" . -}}
{{- $proxyHost := ternary "127.0.0.1" $bind (eq .Values.mode "sidecar") -}}
{{- $proxyPort := ternary (int .Values.sidecar.port) 8080 (eq .Values.mode "sidecar") -}}
{{- $upstream := ternary (printf "http://127.0.0.1:%s" (include "portcullis.samplePort" .)) .Values.upstream.url .Values.sampleProvider.enabled -}}
{{- $proxy := dict "address" (printf "%s:%d" $proxyHost $proxyPort) "adminAddress" "127.0.0.1:9901" "statusAddress" (printf "%s:9902" $bind) "upstream" $upstream "upstreamCaFile" (include "portcullis.upstreamCaFile" .) -}}
{{- $extProc := dict "address" (ternary "unix:/run/portcullis/ext-proc.sock" (printf "%s:9000" $bind) (not (empty $socket))) -}}
{{- if include "portcullis.usesMtls" . -}}
{{- $_ := set $extProc "tls" (dict "certFile" "/etc/portcullis-tls/tls.crt" "keyFile" "/etc/portcullis-tls/tls.key" "clientCaFile" "/etc/portcullis-tls/ca.crt") -}}
{{- $_ := set $proxy "extProcTls" (dict "certFile" "/etc/portcullis-tls/tls.crt" "keyFile" "/etc/portcullis-tls/tls.key" "caFile" "/etc/portcullis-tls/ca.crt" "serverName" (include "portcullis.processor.host" .)) -}}
{{- end -}}
{{- $dashboard := dict "address" (printf "%s:3000" $bind) "metricsAddress" (printf "%s:9091" $bind) -}}
{{- with include "portcullis.dashboardUrl" . }}{{ $_ := set $dashboard "publicUrl" . }}{{ end -}}
{{- with .Values.dashboard.gatewayUrl | default (include "portcullis.proxyUrl" .) }}{{ $_ := set $dashboard "gatewayUrl" . }}{{ end -}}
{{- $chart := dict "dataDir" "/var/lib/portcullis" "metrics" (dict "address" (printf "%s:9090" $bind)) "extProc" $extProc "proxy" $proxy "dashboard" $dashboard -}}
{{- toYaml (mergeOverwrite (deepCopy .Values.config) $chart) -}}
{{- end -}}

{{/* The part of it that Envoy goes by: whoever writes Envoy's configuration or drains it needs no secrets. */}}
{{- define "portcullis.envoyConfig" -}}
{{- $config := include "portcullis.config" . | fromYaml -}}
{{- $part := pick $config "dataDir" "extProc" "metrics" "proxy" "scan" "shutdown" -}}
{{- with dig "telemetry" "traces" dict $config }}{{ $_ := set $part "telemetry" (dict "traces" .) }}{{ end -}}
{{- toYaml $part -}}
{{- end -}}

{{/* Where Envoy's container has the CAs of the provider. */}}
{{- define "portcullis.upstreamCaFile" -}}
{{- if .Values.upstream.ca.name }}/etc/portcullis-upstream-ca/ca.crt{{ else }}/etc/ssl/certs/ca-certificates.crt{{ end -}}
{{- end -}}

{{/* What takes a restart: everything but the policy, which running pods follow by themselves. */}}
{{- define "portcullis.restartChecksum" -}}
{{- omit (include "portcullis.config" . | fromYaml) "policy" | toYaml | sha256sum -}}
{{- end -}}
