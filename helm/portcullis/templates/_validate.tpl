{{/* What the schema cannot say: values that do not go together. */}}
{{- define "portcullis.validate" -}}
{{- $problems := list -}}
{{- $v := .Values -}}
{{- $ipFamilies := $v.ipFamilies | default list -}}
{{- $ipFamilyPolicy := $v.ipFamilyPolicy | default "" -}}
{{- $postgres := include "portcullis.isPostgres" . -}}
{{- $hasGateway := include "portcullis.hasGateway" . -}}
{{- if and $hasGateway (not $postgres) -}}
{{- if gt (int $v.gateway.replicas) 1 }}{{ $problems = append $problems "gateway.replicas: more than one replica needs PostgreSQL (postgresql.existingSecret.name): a SQLite file belongs to one pod" }}{{ end -}}
{{- with $v.gateway.strategy -}}
{{- $surge := toString (dig "rollingUpdate" "maxSurge" "25%" .) -}}
{{- if and (ne (toString .type) "Recreate") (not (has $surge (list "0" "0%"))) }}{{ $problems = append $problems (printf "gateway.strategy: a roll-out would start a second pod on one SQLite file (maxSurge %s); Recreate, maxSurge 0, or PostgreSQL (postgresql.existingSecret.name)" $surge) }}{{ end -}}
{{- end -}}
{{- if $v.autoscaling.enabled }}{{ $problems = append $problems "autoscaling.enabled: needs PostgreSQL (postgresql.existingSecret.name): a SQLite file belongs to one pod" }}{{ end -}}
{{- if $v.keda.enabled }}{{ $problems = append $problems "keda.enabled: needs PostgreSQL (postgresql.existingSecret.name): a SQLite file belongs to one pod" }}{{ end -}}
{{- end -}}
{{- if and $v.dashboard.enabled (not $postgres) (eq (toString $v.dashboard.separate) "true") }}{{ $problems = append $problems "dashboard.separate: needs PostgreSQL (postgresql.existingSecret.name): the SQLite file is in the gateway's pod" }}{{ end -}}
{{- with $v.autoscaling }}{{ if and .enabled (not .targetCPUUtilizationPercentage) (not .targetMemoryUtilizationPercentage) (empty .metrics) }}{{ $problems = append $problems "autoscaling.metrics: with neither autoscaling.targetCPUUtilizationPercentage nor autoscaling.targetMemoryUtilizationPercentage at least one is needed" }}{{ end }}{{ end -}}
{{- if not (regexMatch "^[a-z]" (include "portcullis.fullname" .)) }}{{ $problems = append $problems (printf "fullnameOverride: %s begins with a digit, and no Service may; set another name" (include "portcullis.fullname" .)) }}{{ end -}}
{{- if and (ne $v.bindAddress "[::]") (or (has "IPv6" $ipFamilies) (hasSuffix "DualStack" $ipFamilyPolicy)) }}{{ $problems = append $problems "bindAddress: must be \"[::]\" where Services have IPv6 (ipFamilies, ipFamilyPolicy): nothing would answer there" }}{{ end -}}
{{- if and (eq (len $ipFamilies) 2) (not (hasSuffix "DualStack" $ipFamilyPolicy)) }}{{ $problems = append $problems "ipFamilies: two need ipFamilyPolicy PreferDualStack or RequireDualStack" }}{{ end -}}
{{- if and $v.service.nodePort (eq $v.service.type "ClusterIP") }}{{ $problems = append $problems "service.nodePort: only for service.type NodePort or LoadBalancer" }}{{ end -}}
{{- range $name := list "loadBalancerClass" "loadBalancerSourceRanges" }}{{ if and (get $v.service $name) (ne $v.service.type "LoadBalancer") }}{{ $problems = append $problems (printf "service.%s: only for service.type LoadBalancer" $name) }}{{ end }}{{ end -}}
{{- with $v.podDisruptionBudget }}{{ if and .enabled (kindIs "invalid" .minAvailable) (kindIs "invalid" .maxUnavailable) }}{{ $problems = append $problems "podDisruptionBudget.maxUnavailable: must be said where podDisruptionBudget.minAvailable is not" }}{{ end }}{{ end -}}
{{- with $v.podDisruptionBudget -}}
{{- if .enabled -}}
{{- range $component := include "portcullis.budgeted" $ | fromYamlArray -}}
{{- $pods := int (include "portcullis.fewestPods" (dict "root" $ "component" $component)) -}}
{{- if kindIs "invalid" $v.podDisruptionBudget.minAvailable -}}
{{- if and (not (kindIs "invalid" $v.podDisruptionBudget.maxUnavailable)) (eq $component "gateway") (eq (include "portcullis.podsOf" (dict "value" $v.podDisruptionBudget.maxUnavailable "pods" 100)) "0") }}{{ $problems = append $problems "podDisruptionBudget.maxUnavailable: 0 lets no pod be evicted, so that no node can ever be drained" }}{{ end -}}
{{- else if and $pods (ge (int (include "portcullis.podsOf" (dict "value" $v.podDisruptionBudget.minAvailable "pods" $pods))) $pods) }}{{ $problems = append $problems (printf "podDisruptionBudget.minAvailable: %v of the fewest pods of the %s, which are %d, lets none be evicted, so that no node can be drained; say less, or maxUnavailable" $v.podDisruptionBudget.minAvailable $component $pods) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if $hasGateway -}}
{{- range $resource := include "portcullis.scaledBy" . | fromYamlArray -}}
{{- range $container := include "portcullis.lastingContainers" $ | fromYamlArray -}}
{{- $resources := $container.resources | default dict -}}
{{- if not (or (dig "requests" $resource "" $resources) (dig "limits" $resource "" $resources)) }}{{ $problems = append $problems (printf "%s: must request %s, since a share of it is what is scaled by (autoscaling, keda): with one container that says nothing Kubernetes computes none for the pod" $container.value $resource) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $v.service.externalTrafficPolicy (eq $v.service.type "ClusterIP") }}{{ $problems = append $problems "service.externalTrafficPolicy: only for service.type LoadBalancer or NodePort" }}{{ end -}}
{{- if and $v.autoscaling.enabled $v.keda.enabled }}{{ $problems = append $problems "autoscaling.enabled, keda.enabled: choose one, both would scale the same pods" }}{{ end -}}
{{- if and $v.keda.enabled (empty $v.keda.triggers) }}{{ $problems = append $problems "keda.triggers: at least one is needed" }}{{ end -}}
{{- if and (or $v.autoscaling.enabled $v.keda.enabled) (not $hasGateway) }}{{ $problems = append $problems (printf "autoscaling, keda: mode %s runs no pods of the gateway that could be scaled" $v.mode) }}{{ end -}}
{{- if gt (int $v.autoscaling.minReplicas) (int $v.autoscaling.maxReplicas) }}{{ $problems = append $problems "autoscaling.minReplicas: must not be above autoscaling.maxReplicas" }}{{ end -}}
{{- if gt (int $v.keda.minReplicas) (int $v.keda.maxReplicas) }}{{ $problems = append $problems "keda.minReplicas: must not be above keda.maxReplicas" }}{{ end -}}
{{- if and $v.envoy.separate (ne $v.mode "ingress") }}{{ $problems = append $problems "envoy.separate: only in mode ingress, where the chart runs Envoy" }}{{ end -}}
{{- if and (ne (int ($v.envoy.replicas | default 2)) 2) (not (include "portcullis.hasSeparateEnvoy" .)) }}{{ $problems = append $problems "envoy.replicas: only with envoy.separate; else there are as many Envoys as pods that hold one" }}{{ end -}}
{{- if and (gt (int $v.gateway.replicas) 1) (not $hasGateway) }}{{ $problems = append $problems (printf "gateway.replicas: mode %s runs no pods of the gateway; there are as many as pods that hold one" $v.mode) }}{{ end -}}
{{- if and (ne $v.service.type "ClusterIP") (ne $v.mode "ingress") }}{{ $problems = append $problems "service.type: only in mode ingress; the others have no Service for callers" }}{{ end -}}
{{- if and $v.podDisruptionBudget.enabled (empty (include "portcullis.budgeted" . | fromYamlArray)) }}{{ $problems = append $problems (printf "podDisruptionBudget.enabled: mode %s runs no pods that it could be for" $v.mode) }}{{ end -}}
{{- if and (not $v.mtls.enabled) (or $v.mtls.serverSecret $v.mtls.clientSecret $v.mtls.certManager.enabled) }}{{ $problems = append $problems "mtls.enabled: certificates are named, and nothing would use them; set it to true, or name none" }}{{ end -}}
{{- if and $v.istio.gateway.host (or (ne $v.mode "istio") (not (has "GATEWAY" $v.istio.contexts))) }}{{ $problems = append $problems "istio.gateway.host: only for the context GATEWAY (istio.contexts) of mode istio" }}{{ end -}}
{{- if and (eq $v.mode "sidecar") (has (int $v.sidecar.port) (list 9090 9901 9902)) }}{{ $problems = append $problems (printf "sidecar.port: %d is taken in the same pod (9090: metrics, 9901 and 9902: Envoy's administration and status)" (int $v.sidecar.port)) }}{{ end -}}
{{- if and $v.sampleProvider.enabled (ne $v.mode "ingress") }}{{ $problems = append $problems "sampleProvider.enabled: only in mode ingress" }}{{ end -}}
{{- if and (or $v.ingress.enabled $v.httpRoute.enabled) (ne $v.mode "ingress") }}{{ $problems = append $problems "ingress.enabled, httpRoute.enabled: only in mode ingress; the others have no Service for callers" }}{{ end -}}
{{- if and (or $v.dashboard.ingress.enabled $v.dashboard.httpRoute.enabled) (not (include "portcullis.hasDashboard" .)) }}{{ $problems = append $problems "dashboard.ingress.enabled, dashboard.httpRoute.enabled: there is no dashboard with these values" }}{{ end -}}
{{- if and $v.ingress.enabled (not $v.ingress.host) }}{{ $problems = append $problems "ingress.host: must be said where ingress.enabled is true" }}{{ end -}}
{{- if and $v.dashboard.ingress.enabled (not $v.dashboard.ingress.host) }}{{ $problems = append $problems "dashboard.ingress.host: must be said where dashboard.ingress.enabled is true" }}{{ end -}}
{{- if and $v.httpRoute.enabled (empty $v.httpRoute.parentRefs) }}{{ $problems = append $problems "httpRoute.parentRefs: at least one is needed" }}{{ end -}}
{{- if and $v.dashboard.httpRoute.enabled (empty $v.dashboard.httpRoute.parentRefs) }}{{ $problems = append $problems "dashboard.httpRoute.parentRefs: at least one is needed" }}{{ end -}}
{{- if $v.mtls.enabled -}}
{{- if include "portcullis.usesSocket" . }}{{ $problems = append $problems "mtls.enabled: Envoy and the processor share a pod here and speak over a Unix socket; there is nothing to encrypt" }}{{ end -}}
{{- if eq $v.mode "istio" }}{{ $problems = append $problems "mtls.enabled: not in mode istio, whose proxies have no certificates of this chart: the mesh brings its own mTLS" }}{{ end -}}
{{- if and (eq $v.mode "envoyGateway") (hasPrefix "http://" $v.upstream.url) }}{{ $problems = append $problems "mtls.enabled: in mode envoyGateway only with a provider over https: Envoy Gateway 1.9 hands Envoy its certificate together with the provider's backend, or not at all" }}{{ end -}}
{{- if and $v.mtls.certManager.enabled (not $v.mtls.certManager.issuerRef.name) }}{{ $problems = append $problems "mtls.certManager.issuerRef.name: must be said where mtls.certManager.enabled is true" }}{{ end -}}
{{- if and (not $v.mtls.certManager.enabled) (not $v.mtls.serverSecret) }}{{ $problems = append $problems "mtls.serverSecret: must be said where mtls.certManager.enabled is false" }}{{ end -}}
{{- if and (not $v.mtls.certManager.enabled) (not $v.mtls.clientSecret) (or (has $v.mode (list "ingress" "envoyGateway")) $v.tests.enabled) }}{{ $problems = append $problems "mtls.clientSecret: must be said where mtls.certManager.enabled is false (helm test needs it, too, or tests.enabled: false)" }}{{ end -}}
{{- end -}}
{{- if and $v.metrics.serviceMonitor.enabled $v.metrics.podMonitor.enabled }}{{ $problems = append $problems "metrics.serviceMonitor.enabled, metrics.podMonitor.enabled: choose one, both would count everything twice" }}{{ end -}}
{{- if and $v.metrics.serviceMonitor.enabled (not $hasGateway) }}{{ $problems = append $problems "metrics.serviceMonitor.enabled: the processor is in pods of others here, which no Service of this chart selects: metrics.podMonitor.enabled finds them" }}{{ end -}}
{{- range $name := list "serviceMonitor" "podMonitor" -}}
{{- with get $v.metrics $name -}}
{{- if and .enabled (gt (int64 (include "portcullis.milliseconds" .scrapeTimeout)) (int64 (include "portcullis.milliseconds" .interval))) }}{{ $problems = append $problems (printf "metrics.%s.scrapeTimeout: %s is more than the interval, %s; the Prometheus operator leaves out such a monitor, and only its log says so" $name .scrapeTimeout .interval) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if not $v.bindAddress }}{{ $problems = append $problems "bindAddress: must be said, \"0.0.0.0\" or \"[::]\"" }}{{ end -}}
{{- if not (or $v.envoy.image.tag $v.envoy.image.digest) }}{{ $problems = append $problems "envoy.image.tag: must be said where envoy.image.digest is not; the version of this chart is none of Envoy's" }}{{ end -}}
{{- if and (eq $v.mode "envoyGateway") $v.upstream.ca.name (ne $v.upstream.ca.key "ca.crt") }}{{ $problems = append $problems (printf "upstream.ca.key: must be ca.crt in mode envoyGateway, not %s: Envoy Gateway looks for no other" $v.upstream.ca.key) }}{{ end -}}
{{- $needed := int (include "portcullis.drainSeconds" .) -}}
{{- range $name := list "gateway" "envoy" -}}
{{- $given := (get $v $name).terminationGracePeriodSeconds -}}
{{- if and (not (kindIs "invalid" $given)) (lt (int $given) $needed) }}{{ $problems = append $problems (printf "%s.terminationGracePeriodSeconds: %d would cut streams; by config.shutdown at least %d are needed" $name (int $given) $needed) }}{{ end -}}
{{- end -}}
{{- if and (eq $v.mode "envoyGateway") (eq $v.envoyGateway.placement "sidecar") (not $postgres) }}{{ $problems = append $problems "envoyGateway.placement: sidecar needs PostgreSQL (postgresql.existingSecret.name): nobody could bring keys to a file inside Envoy's pods" }}{{ end -}}
{{- if and (eq $v.mode "istio") (has "GATEWAY" $v.istio.contexts) $v.istio.gateway.create (not $v.istio.gateway.host) }}{{ $problems = append $problems "istio.gateway.host: must be said for the context GATEWAY" }}{{ end -}}
{{- if $problems }}{{ fail (printf "\n  - %s" (join "\n  - " $problems)) }}{{ end -}}
{{- end -}}
